import "#lib/tooling/say-problems.ts";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import { createDb } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { findChecks, listOffences, offenceText } from "#lib/tooling/database/checks.ts";
import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { findRunningStarts, stateFolderOf } from "#lib/tooling/start/running-start.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/**
 * Runs every invariant on the live rows and prints each with its count of offending rows, and the suppliers that write loosely, with
 * their words that nobody understands: no rows are wrong, so that is no offence. Exit code 1 if any invariant offends.
 */
await runCommand(async () => {
  const [running = stateFolderOf("up")] = findRunningStarts();
  const url = env.DATABASE_OWNER_URL ?? env.DATABASE_URL ?? (await findRunningPostgres(running, "sms_den"));
  if (!url) {
    throw new Problem(
      "There is no database to check. Start the product with `npm run up` or `npm run dev`, or set DATABASE_URL.",
    );
  }
  const db = createDb(url, {
    max: 1,
    role: null,
    applicationName: "sms-den check-data",
    statementTimeoutMs: 600_000,
  });
  try {
    const offences = await listOffences(db, await findChecks());
    for (const offence of offences) say(offenceText(offence));
    const unknownWords = await listUnknownWords(db);
    for (const { id, code, looseTypesAt, looseTypes } of await listSuppliers(db)) {
      if (looseTypesAt)
        say(`supplier ${code}: writes loosely in ${looseTypes}, last at ${looseTypesAt.toISOString()}`);
      for (const { kind, word, stock, lastAt } of unknownWords.filter(({ supplierId }) => supplierId === id))
        say(
          `supplier ${code}: ${kind} ${JSON.stringify(word)} is not understood, ${stock} numbers at ${lastAt.toISOString()}`,
        );
    }
    const broken = offences.filter(({ count }) => count > 0).length;
    say(`${offences.length} checks, ${broken} with offending rows`);
    return broken > 0 ? 1 : 0;
  } finally {
    await db.close();
  }
});
