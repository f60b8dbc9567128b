import { isDestination } from "#features/site/page-access.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** Longest address that SMTP can carry. */
const EMAIL_MAX_CHARACTERS = 254;

/** Printable ASCII, one @, a host with at least one dot; linear, so that no text can make it slow. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const HOST_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

export type NormalisedEmail = {
  /** Where mail is sent. */
  readonly email: string;
  /** What makes two spellings one person. */
  readonly emailKey: string;
};

/**
 * One spelling per mailbox, made before anything is checked: NFKC (full-width `＠` becomes `@`), lower case,
 * trailing dots of the host dropped. What is not ASCII afterwards is a look-alike and refused (null).
 * The key drops the plus tag too, so that `a+1@x.com` and `A@X.com.` are the same person.
 */
export function normaliseEmail(text: string): NormalisedEmail | null {
  if (text.length > 2 * EMAIL_MAX_CHARACTERS) return null;
  const folded = text.normalize("NFKC").trim().toLowerCase();
  const parts = folded.split("@");
  const [local, rawHost] = parts;
  if (parts.length !== 2 || !local || !rawHost) return null;
  const host = rawHost.endsWith(".") ? rawHost.slice(0, -1) : rawHost;
  if (!isLocalPart(local) || !isHost(host)) return null;
  const email = `${local}@${host}`;
  if (email.length > EMAIL_MAX_CHARACTERS) return null;
  const untagged = local.split("+")[0] ?? "";
  return { email, emailKey: `${untagged === "" ? local : untagged}@${host}` };
}

/**
 * One key for one mailbox where mail is counted: some hosts pass over dots in an address, so that a thousand spellings end
 * in one box. Accounts are told apart by `emailKey`.
 */
export function mailboxKey(emailKey: string): string {
  const [local = "", host = ""] = emailKey.split("@");
  const isDotless = /^(gmail|googlemail)\.com$/.test(host);
  return isDotless ? `${local.replaceAll(".", "")}@gmail.com` : emailKey;
}

function isLocalPart(local: string): boolean {
  return LOCAL_PART.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

function isHost(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length >= 2 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** True when the text can be an address; for forms. */
export function isEmail(text: string): boolean {
  return normaliseEmail(text) !== null;
}

/** Characters of a person's name. */
export const NAME_MAX_CHARACTERS = 80;

/** A person's name for mails and pages: one line, no control characters, not too long. */
export function cleanName(text: string, email: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(name === "" ? unnamed(email) : name)
    .slice(0, NAME_MAX_CHARACTERS)
    .join("");
}

/** The own part of an address, without the tag that whoever typed the address chose. */
function unnamed(email: string): string {
  const [local = ""] = email.split("@");
  return local.split("+")[0] || local;
}

/** How a Telegram contact may be written: @name, a t.me address or a telephone number. */
export const TELEGRAM_CONTACT =
  /^(?:@?[A-Za-z0-9_]{3,64}|https:\/\/t\.me\/[A-Za-z0-9_]{3,64}|\+?[0-9 ()-]{5,32})$/;

const ORIGIN = "http://origin.invalid";
const RETURN_PATH_MAX_CHARACTERS = 500;
/**
 * Where to go after signing in: a path of ours (`isDestination`) with its query, without its language (the reader's own is put
 * before it), or null. Judged after the language was taken off, since what is left is what a browser is sent to: anything
 * that could lead elsewhere (another origin, `//` also behind a language, backslashes, control characters, encoded slashes)
 * is null.
 */
export function safeReturnPath(text: string | null | undefined): string | null {
  if (!text || text.length > RETURN_PATH_MAX_CHARACTERS) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!/^\/(?!\/)/.test(text) || /[\\\u0000-\u0020\u007f]/.test(text)) return null;
  if (!URL.canParse(text, ORIGIN)) return null;
  const url = new URL(text, ORIGIN);
  const { path } = splitLocale(url.pathname);
  return url.origin === ORIGIN && isDestination(path) ? `${path}${url.search}` : null;
}
