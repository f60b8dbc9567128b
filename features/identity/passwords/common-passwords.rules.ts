import commonPasswords from "#features/identity/data/common-passwords.json" with { type: "json" };
import { identityErrors } from "#features/identity/identity.errors.ts";
import {
  isLongEnough,
  normalisePassword,
  PASSWORD_MIN_CHARACTERS,
} from "#features/identity/passwords.rules.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * The 5,000 most used passwords of eight characters or more, lower case, most used first
 * (from the public leak statistics of @zxcvbn-ts/language-common, MIT).
 */
const common: ReadonlySet<string> = new Set(commonPasswords);
const SITE_WORDS = /^(?:sms|den|smsden|sms-den|grizzly|password|qwerty)+[0-9!.@#_-]*$/;

/** True for a password that is guessed first: a common one, a site word, one character repeated, or the own address. */
export function isCommonPassword(
  password: string,
  own: { email: string; name?: string | undefined },
): boolean {
  const folded = normalisePassword(password).toLowerCase();
  const mine = [own.email, own.email.split("@")[0] ?? "", own.name ?? ""].map((word) => word.toLowerCase());
  return common.has(folded) || SITE_WORDS.test(folded) || new Set(folded).size < 3 || mine.includes(folded);
}

/** Refuses a password that is too short or well known. Throws AppError. */
export function checkNewPassword(password: string, own: { email: string; name?: string | undefined }): void {
  if (!isLongEnough(password)) {
    throw new AppError(identityErrors.PASSWORD_TOO_SHORT, { details: { min: PASSWORD_MIN_CHARACTERS } });
  }
  if (isCommonPassword(password, own)) throw new AppError(identityErrors.PASSWORD_TOO_COMMON);
}
