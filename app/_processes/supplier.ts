import "#lib/tooling/say-problems.ts";
import { readFile } from "node:fs/promises";
import { operateSuppliers } from "#app/_processes/supplier/operate-suppliers.ts";
import { createDb } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** `npm run supplier -- <verb> ...`: what the desk does with suppliers, for a person at the server. Noted in the audit. */
await runCommand(async () => {
  const db = createDb(env.DATABASE_OWNER_URL ?? requireEnv("DATABASE_URL"), {
    ...{ max: 2, role: null, applicationName: "sms-den supplier" },
  });
  try {
    await operateSuppliers(process.argv.slice(2), { db, say, readFile: (path) => readFile(path, "utf8") });
  } finally {
    await db.close();
  }
  return 0;
});
