/** An invariant as SQL that returns the rows which break it: none = good. Features list theirs in `checks.ts`. */
export type Check = { readonly name: string; readonly sql: string };
