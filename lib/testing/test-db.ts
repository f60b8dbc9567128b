import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { createDb, type Db } from "#lib/db/pool.ts";
import { withDatabase } from "#lib/testing/database-url.ts";
import { findChecks, listOffences, offenceText } from "#lib/tooling/database/checks.ts";

export type TestDb = {
  /** Logs in and acts as the product does. */
  readonly db: Db;
  /** Acts as the owner: for moving the test clock or writing rows that the app may not. */
  readonly owner: Db;
  /** With the product's login: for processes and pools of a test's own. */
  readonly url: string;
};

export type TestDbOptions = {
  /** Connections of the app's pool; races need as many as they have contenders. */
  max?: number;
  /** false only in a test that breaks an invariant on purpose. */
  checkAfterwards?: boolean;
};

/**
 * An own migrated database for this test file: `const { db } = await useTestDb()` at its top level.
 * After the file every feature's checks run on what the tests left; one offending row fails the file. Then it is dropped.
 */
export async function useTestDb(options: TestDbOptions = {}): Promise<TestDb> {
  const templateUrl = inject("templateUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = new URL(templateUrl).pathname.slice(1);
  await onServer(templateUrl, `create database ${name} template ${template}`);
  const url = withDatabase(inject("appTemplateUrl"), name);
  const owner = createDb(withDatabase(templateUrl, name), {
    max: 2,
    role: null,
    applicationName: "test owner",
  });
  const db = createDb(url, { max: options.max ?? 16, applicationName: "test" });

  afterAll(async () => {
    try {
      if (options.checkAfterwards !== false) await checkEverything(owner);
    } finally {
      await Promise.all([db.close(), owner.close()]);
      await onServer(templateUrl, `drop database ${name} with (force)`);
    }
  });
  return { db, owner, url };
}

async function checkEverything(owner: Db): Promise<void> {
  const offences = (await listOffences(owner, await findChecks())).filter(({ count }) => count > 0);
  if (offences.length > 0)
    throw new Error(`Invariants broken after this file:\n${offences.map(offenceText).join("\n")}`);
}

/** Copying needs the template to itself, so both statements go through the maintenance database. */
async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
