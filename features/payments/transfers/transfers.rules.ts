export const transferLimits = {
  /** A transfer is waited for so long; what comes later can still be confirmed. */
  openDays: 7,
  /** Transfers of one user that wait at the same time. */
  openAtOnce: 5,
  noteCharacters: 500,
  receiptCharacters: 1_000,
} as const;

/** The page of a transfer, without a language. */
export function transferPath(paymentId: number): string {
  return `/profile/pay/transfer/${paymentId}`;
}

const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";

/** 23 letters, a prime: one wrong digit, or two that changed places, give another letter. */
function checkLetter(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + (index + 2) * Number(digit), 0);
  return LETTERS[sum % LETTERS.length] as string;
}

/** What the payer names to the support and in the transfer itself: `T100017X`; the letter shows typing errors. */
export function transferReference(paymentId: number): string {
  return `T${paymentId}${checkLetter(String(paymentId))}`;
}

/** The payment that a reference names, or null when it is misspelled. */
export function paymentIdOfTransfer(reference: string): number | null {
  const [, digits] = /^T([1-9]\d{0,14})[A-Z]$/.exec(reference.trim().toUpperCase()) ?? [];
  return digits !== undefined && transferReference(Number(digits)) === reference.trim().toUpperCase()
    ? Number(digits)
    : null;
}

/** Do two different people have to say what came? `limitKopecks` is still decided by one. */
export function needsTwoPeople(
  { agreedKopecks, receivedKopecks }: { agreedKopecks: number; receivedKopecks: number },
  limitKopecks: number,
): boolean {
  return Math.max(agreedKopecks, receivedKopecks) > limitKopecks;
}

/** Free text of people: no control characters but line breaks, one kind of line end, no blanks around. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) => (character === "\n" ? "\n" : " "))
    .trim();
}
