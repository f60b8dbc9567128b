import { globSync } from "node:fs";
import path from "node:path";
import { type Check, findOffence, type Offence } from "#lib/db/check.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** Every check of every feature, found by its room (`<topic>.checks.ts`, wherever it stands), and the queue's. */
export async function findChecks(root: string = ROOT): Promise<Check[]> {
  const files = globSync(["features/**/*.checks.ts", "lib/jobs/checks.ts"], { cwd: root }).sort();
  const found: Check[] = [];
  for (const file of files) {
    const room = (await import(path.join(root, file))) as Record<string, unknown>;
    const lists = Object.entries(room).filter(([name]) => name.endsWith("Checks"));
    if (lists.length === 0) {
      throw new Problem(`${file} exports no list of checks. Export one as "<feature>Checks".`);
    }
    found.push(...lists.flatMap(([, list]) => list as Check[]));
  }
  // What a check found is kept by its name.
  const twice = found.map(({ name }) => name).find((name, at, names) => names.indexOf(name) !== at);
  if (twice) throw new Problem(`Two checks are called "${twice}". Every list stands in one *.checks.ts.`);
  return found;
}

/** Runs the checks one after the other. `db` must see all rows (the owner's role). */
export async function listOffences(db: Queryable, checks: readonly Check[]): Promise<Offence[]> {
  const offences: Offence[] = [];
  for (const check of checks) offences.push(await findOffence(db, check));
  return offences;
}

/** One line: name, count of offending rows and the first of them. */
export function offenceText({ name, count, examples }: Offence): string {
  return `${name}: ${count}${count > 0 ? ` e.g. ${JSON.stringify(examples.slice(0, 3))}` : ""}`;
}
