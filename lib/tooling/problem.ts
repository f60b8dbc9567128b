/** A fault that the person at the terminal can mend: one sentence that says what is wrong and what to do. */
export class Problem extends Error {
  override name = "Problem";
}

/** The text to show for any thrown value: a Problem's sentence alone, otherwise the stack. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
