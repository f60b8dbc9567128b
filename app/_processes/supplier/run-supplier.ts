import { readFile } from "node:fs/promises";
import { operateSuppliers } from "#app/_processes/supplier/operate-suppliers.ts";
import { createDb } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { say } from "#lib/tooling/terminal.ts";

/** Does what the command line asks for, in the database of the settings. Returns the exit code. */
export async function runSupplier(): Promise<number> {
  const db = createDb(env.DATABASE_OWNER_URL ?? requireEnv("DATABASE_URL"), {
    ...{ max: 2, role: null, applicationName: "sms-den supplier" },
  });
  try {
    await operateSuppliers(process.argv.slice(2), { db, say, readFile: (path) => readFile(path, "utf8") });
  } finally {
    await db.close();
  }
  return 0;
}
