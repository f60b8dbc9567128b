/** Joiners that Hindi and emoji are written with; other invisible characters hide what a text says. */
const JOINERS: ReadonlySet<string> = new Set(["\u200c", "\u200d"]);

/** A text as it is kept: plain, without control characters and signs that turn the direction; empty lines one at a time. */
export function plainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => (sign === "\n" || JOINERS.has(sign) ? sign : " "))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The same in one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ");
}

/** Only what is said: letters and digits, so that another spelling or another full stop makes no other text. */
export function wordsOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
