import { expect, test } from "vitest";
import { listDefinitionFiles } from "#lib/db/sql-files.ts";

/** So many lines that say the same are a part that wants a function of its own. */
const PASSAGE = 7;
/** Files that share a passage, and why. This list only shrinks. */
const SHARED: Readonly<Record<string, string>> = {
  "activations_buy_chosen, activations_buy_one":
    "the walk along the offers: each keeps the plan of its own question, and only its parts are functions",
  "activations_receive_many, rentals_receive_many": "the same arguments, and the same check of them",
  "ledger_move, ledger_reserve": "the same reference answers the first transfer; the ledger's two doors",
};

const files = listDefinitionFiles().map(({ name, sql }) => ({ name, lines: linesOf(sql) }));

test("no passage stands in two files of SQL: what is said twice is a function of its own", () => {
  expect(sharingPairs()).toEqual(Object.keys(SHARED).sort());
});

/** Names of files with a passage in common, both in one string. */
function sharingPairs(): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { name, lines } of files) {
    for (let at = 0; at + PASSAGE <= lines.length; at++) {
      const passage = lines.slice(at, at + PASSAGE).join("\n");
      owners.set(passage, (owners.get(passage) ?? new Set()).add(name));
    }
  }
  const shared = [...owners.values()].filter(({ size }) => size > 1);
  return [...new Set(shared.map((names) => [...names].sort().join(", ")))].sort();
}

/** What it does, line by line, without comments, indentation and the frame that every body has. */
function linesOf(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !["", "begin", "declare", "end $$;"].includes(line));
}
