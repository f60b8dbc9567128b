/** Seconds a code stands on the screen of an authenticator application (RFC 6238). */
export const CODE_PERIOD_SECONDS = 30;
/** Digits of a code. */
export const CODE_DIGITS = 6;
/** Codes of so many steps before and after now are taken: clocks differ. */
export const CODE_WINDOW_STEPS = 1;
/** Backup codes made at once. */
export const BACKUP_CODES = 10;
/** So many wrong codes in a row close the second factor. */
export const WRONG_TRIES_MAX = 5;
/** For so long, for codes and backup codes alike. */
export const LOCK_MINUTES = 15;
/** A login waits so long for its code after the password. */
export const CHALLENGE_MINUTES = 10;
/** A seed that was shown waits so long for its first code. */
export const SETUP_MINUTES = 60;

/** Thirty-two characters without those that look alike (l and 1, o and 0): sixteen of them are 80 bits. */
const BACKUP_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const BACKUP_CHARACTERS = 16;

/** A seed to be put into an application: as text, as the address in the picture, and the picture itself (SVG). */
export type FactorSetup = { readonly seed: string; readonly uri: string; readonly picture: string };

export type ParsedCode =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "backup-code"; readonly code: string };

/** What a person typed: six digits, or a backup code however it is grouped; null when it can be neither. */
export function parseCode(text: string): ParsedCode | null {
  const plain = text.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(plain)) return { kind: "code", code: plain };
  if (/^[a-z2-9]{16}$/.test(plain)) return { kind: "backup-code", code: plain };
  return null;
}

/** A backup code out of random bytes (16 of them), as it is stored and compared. */
export function backupCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== BACKUP_CHARACTERS) throw new Error("16 random bytes make a backup code");
  return Array.from(bytes, (byte) => BACKUP_ALPHABET[byte % BACKUP_ALPHABET.length]).join("");
}

/** As it is shown: "abcd-efgh-jkmn-pqrs". */
export function groupedBackupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}
