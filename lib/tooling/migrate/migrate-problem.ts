import { Problem } from "#lib/tooling/problem.ts";

/** What went wrong in a file of SQL, with where. */
export function sqlProblem(file: string, error: unknown): Problem {
  const { message, position } = error as { message: string; position?: string };
  return new Problem(
    `${file} failed: ${message}${position ? ` (at character ${position})` : ""}. ` +
      "Nothing was changed; mend it and migrate again.",
  );
}
