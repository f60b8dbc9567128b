/** What the owner of the modems can mend: one sentence that says what is wrong and what to do. */
export class Problem extends Error {
  override name = "Problem";
}

/** The sentence of a Problem; of anything else its message, since a stack helps nobody who runs modems. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`;
}
