/** No more orders or searches of one account at once; it acts as NO_NUMBERS. */
export function isLimit(code: string): boolean {
  return code.includes("LIMIT");
}

type Refusal = { readonly code: string; readonly message: string };

/** The sentence of the limit that kept an account from buying; null where it was refused for something else, or not at all. */
export function limitReason(refusal: Refusal | null): string | null {
  return refusal && isLimit(refusal.code) ? refusal.message : null;
}
