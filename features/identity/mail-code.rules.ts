/** Digits of a code that is mailed: five tries at one of a hundred million, and twelve codes an hour for one mailbox at most. */
export const MAIL_CODE_DIGITS = 8;
/** A code works for so long. */
export const MAIL_CODE_MINUTES = 10;
/** So many wrong codes end a request. */
export const MAIL_CODE_TRIES = 5;

/** What a person typed, without the gap that the mail shows; null when it cannot be a code. */
export function parseMailCode(text: string): string | null {
  const plain = text.normalize("NFKC").replace(/[\s-]/g, "");
  return /^\d{8}$/.test(plain) ? plain : null;
}

/** As it is mailed: "1234 5678". */
export function groupedMailCode(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? code;
}
