import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { recordLooseTypes } from "#features/supply/polling/polling.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

const { db, url } = await useTestDb();
const ownerUrl = new URL(inject("templateUrl"));
ownerUrl.pathname = new URL(url).pathname;

test("check-data names the suppliers that write loosely, in which action and when, and finds no offence in it", async () => {
  const { supplierId } = await givenSupplier(db, {});
  await givenSupplier(db, {});
  await recordLooseTypes(db, supplierId, "PUSH_SMS");
  const script = path.join(import.meta.dirname, "check-data.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=react-server", script], {
    env: childEnvironment({ DATABASE_OWNER_URL: ownerUrl.href, NODE_ENV: "test" }),
  });
  const lines = stdout.split("\n").filter((line) => line.startsWith("supplier "));
  expect(lines).toEqual([
    expect.stringMatching(/^supplier \S+: writes loosely in PUSH_SMS, last at \d{4}-\d\d-\d\dT[\d:.]+Z$/),
  ]);
  expect(stdout).toMatch(/ checks, 0 with offending rows/);
}, 60_000);
