/** An id as an address has it: from 1 on, of at most fifteen digits, which a number holds whole. */
export const idText = /^[1-9]\d{0,14}$/;

/** The id that a text is, or null. */
export function readId(text: string): number | null {
  return idText.test(text) ? Number(text) : null;
}
