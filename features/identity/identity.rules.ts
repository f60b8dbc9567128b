import { isDestination } from "#features/site/page-access.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

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

/** A key as it may be shown after its birth: its first characters and dots. */
export function maskedApiKey(prefix: string): string {
  return `${prefix}${"•".repeat(6)}`;
}
