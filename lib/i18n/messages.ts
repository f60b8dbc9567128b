import type { Locale } from "#lib/i18n/locales.ts";
import { messageFiles } from "#lib/i18n/messages.gen.ts";

/** Texts of one language: top keys are feature names. */
export type Messages = { [key: string]: string | Messages };

const messagesByLocale: Readonly<Record<Locale, Messages>> = messageFiles;

/** All texts of a language, as nested objects. */
export function messagesOf(locale: Locale): Messages {
  return messagesByLocale[locale];
}

/** Texts that only servers say, by feature or by feature and part; pages do not carry them to the browser. */
const serverTexts: ReadonlySet<string> = new Set([
  "api",
  "mail",
  // The desk's own layout hands its texts out: nobody else carries them.
  "backOffice",
  "content",
  // The page of the partner programme hands its texts out itself.
  "partners",
  // As the store's page does.
  "stores",
  // As the page of a user's figures does; partners and staff get them with their own.
  "statistics",
  "activations.file",
  "activations.page",
  // The page of the form hands its texts out itself.
  "community.feedback",
  // As the page of an article does.
  "community.comments",
  "ledger.document",
  "ledger.kinds",
  "ledger.moves",
  "ledger.reasons",
  "loyalty.page",
  // What the bot says in chats; the pages about it hand their own part out.
  "notifications.bot",
  "readyAccounts.storeSale",
  "pricing.rate",
  "pricing.country",
  "pricing.table",
  "pricing.tariffs",
  "pricing.tier",
  // Who sells accounts reads them: the layouts of the desk and of the store's page hand them out.
  "readyAccounts.offer",
  "readyAccounts.stock",
  "referrals.page",
  "referrals.states",
  "site.footer",
  "site.notFound",
]);
/** Parts that are the server's in every feature: API refusals, mails, page heads. */
const serverParts: ReadonlySet<string> = new Set(["errors", "mail", "meta"]);

function partsForBrowser(feature: string, parts: Messages): Messages {
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([part]) => !serverParts.has(part) && !serverTexts.has(`${feature}.${part}`),
    ),
  );
}

/**
 * What islands say that stand on every page: the frame itself, and what tells whoever is signed in of their open orders.
 */
const frameTexts = ["activations.open", "activations.profile", "rentals.mine", "site", "ui"] as const;

function clientMessages(locale: Locale): Messages {
  const messages: Messages = {};
  for (const [feature, parts] of Object.entries(messagesOf(locale))) {
    if (serverTexts.has(feature)) continue;
    messages[feature] = typeof parts === "string" ? parts : partsForBrowser(feature, parts);
  }
  return messages;
}

/** The same object for the same texts, so that nothing is parsed twice. */
const handedOut = new Map<string, Messages>();

function handOut(kind: string, locale: Locale, names: readonly string[], make: () => Messages): Messages {
  const key = [kind, locale, ...names].join(" ");
  const messages = handedOut.get(key) ?? addAll(make(), messagesOf(locale), names);
  handedOut.set(key, messages);
  return messages;
}

/**
 * The texts of one page's islands: those of the frame, and those named by feature ("partners") or by feature and part
 * ("pricing.list"). Throws on a name that no text has.
 */
export function pageMessages(locale: Locale, names: readonly string[] = []): Messages {
  return handOut("page", locale, names, () => addAll({}, clientMessages(locale), frameTexts));
}

/**
 * The texts that islands of the account may need: all but those that only servers say and those that pages hand out themselves;
 * whole those that are named besides. Throws on a name that no text has.
 */
export function accountMessages(locale: Locale, names: readonly string[] = []): Messages {
  return handOut("account", locale, names, () => clientMessages(locale));
}

/** Puts what is named in `from` at the same place of `messages`, which is changed; nothing that stood in it is. */
function addAll(messages: Messages, from: Messages, names: readonly string[]): Messages {
  for (const name of names) {
    const [first = "", ...rest] = name.split(".");
    const found = from[first];
    if (found === undefined) throw new Error(`There is no text "${name}".`);
    const former = messages[first];
    messages[first] =
      rest.length === 0 || typeof found === "string"
        ? found
        : addAll(typeof former === "object" ? { ...former } : {}, found, [rest.join(".")]);
  }
  return messages;
}
