/** Characters (code points) a new password must have. */
export const PASSWORD_MIN_CHARACTERS = 8;
/** What fits a password manager's longest; more only costs hashing time. */
export const PASSWORD_MAX_CHARACTERS = 200;

/** The form in which a password is compared: the same keys give the same text on every keyboard. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** True when a password has enough characters; a character outside the BMP counts once. */
export function isLongEnough(password: string): boolean {
  return Array.from(normalisePassword(password)).length >= PASSWORD_MIN_CHARACTERS;
}
