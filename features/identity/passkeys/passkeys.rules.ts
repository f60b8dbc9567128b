/** Passkeys that one person may have. */
export const PASSKEYS_MAX = 10;
/** An answer must come back within so many minutes. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60;

/** What a passkey is asked for: to be known here, to sign in, beside a password, or once more before a step. */
export type PasskeyPurpose = "add" | "enter" | "second-factor" | "step-up";
