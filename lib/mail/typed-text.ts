import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/**
 * What mails show of texts that people typed. Mails go out in our name, some of them to addresses that a stranger entered: such a text
 * must never become a link, another line or a sermon. Every value of a mail's text passes here.
 */

/** A value that the product made itself: its name, a sum, a date. */
export type OwnText = { readonly own: string };

/** Marks a value as the product's own: it is shown as it is. Never for what a person typed. */
export function own(text: string): OwnText {
  return { own: text };
}

/** Values for the placeholders of a mail's texts; plain strings, alone or in a list, count as typed by a person. */
export type MailValues = Readonly<Record<string, string | number | OwnText | readonly string[]>>;

/** The text of `key` for a mail: `translateMessage` with values that were made harmless. */
export function mailText(locale: Locale, key: string, values: MailValues): string {
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value === "number") return [name, value] as const;
    if (typeof value === "string") return [name, typedText(value)] as const;
    return [name, "own" in value ? value.own : typedList(locale, value)] as const;
  });
  return translateMessage(locale, key, Object.fromEntries(shown));
}

/** Typed texts as a list of the language. */
function typedList(locale: Locale, texts: readonly string[]): string {
  return new Intl.ListFormat(localeFacts[locale].tag).format(texts.map(typedText));
}

/** Characters of a typed text that a mail shows. */
const SHOWN_CHARACTERS = 100;
/** What joins the parts of an address, with its look-alikes: U+3002, U+FF61, U+2024 and the full-width ones. */
const JOINTS = /(?<=\S)[.:/\\@?#。｡․．：／＼＠](?=\S)/gu;

/**
 * A typed text in one line, cut, with an invisible space (U+200B) on both sides of whatever joins the parts of an address: it
 * reads the same, and no mail program makes a link of it.
 */
export function typedText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return cut(line, SHOWN_CHARACTERS).replace(JOINTS, "\u200b$&\u200b");
}

function cut(text: string, characters: number): string {
  const letters = Array.from(text);
  if (letters.length <= characters) return text;
  return `${letters
    .slice(0, characters - 1)
    .join("")
    .trimEnd()}…`;
}

/** What mail programs make a link of: an address, a scheme, a host with a top-level domain, a telephone number. */
const LINK_LIKE = /:\/\/|\/\/|@|www\.|[\p{L}\p{N}]\.\p{L}{2,}|\d\.\d|(?:\d[\s().-]*){7,}/iu;
/** Characters of a name in a greeting. */
const GREETING_CHARACTERS = 40;

/**
 * A person's name as a mail greets. Whoever registers types it, and the mail goes to an address that may be a stranger's: what
 * could be read as a link gives way to the address's own part without its tag, which the stranger typed as well.
 */
export function greetingName(name: string, email: string): string {
  const folded = name.normalize("NFKC").replaceAll(/[。․]/g, ".");
  return cut(LINK_LIKE.test(folded) ? mailboxName(email) : name, GREETING_CHARACTERS);
}

/** Letters and digits of the address's own part, without what stands behind its first plus. */
function mailboxName(email: string): string {
  const [local = ""] = email.split("@");
  const [untagged = ""] = local.split("+");
  const words = (untagged === "" ? local : untagged).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words === "" ? "…" : words;
}
