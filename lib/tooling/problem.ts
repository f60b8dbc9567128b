/** A fault that the person at the terminal can mend: one sentence that says what is wrong and what to do. */
export class Problem extends Error {
  override name = "Problem";
}

/** The text to show for any thrown value: the sentence alone of a Problem or a wrong setting, otherwise the stack. */
export function explain(error: unknown): string {
  if (error instanceof Problem || (error instanceof Error && error.name === "SettingError"))
    return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
