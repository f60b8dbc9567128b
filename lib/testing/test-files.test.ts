import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  LONGEST,
  listLoneTests,
  listProcessTests,
  listReplacingTests,
  WAITING,
} from "#lib/testing/test-files.ts";

test("every suite that is named for the time it takes is there", () => {
  const gone = [...WAITING, ...LONGEST].filter((file) => !existsSync(file));
  expect(gone, "Take it out of lib/testing/test-files.ts, or give its new name.").toEqual([]);
});

test("a database test that replaces modules or kills processes shares its process with no other file", () => {
  const alone = listProcessTests();
  expect(alone).toEqual(
    expect.arrayContaining([
      "app/_processes/api/role-pages.db.test.ts",
      "app/_proofs/crash/crash.db.test.ts",
      // By a factory.
      "app/api/database-faults.db.test.ts",
    ]),
  );
  // What it measures is truer beside fewer others.
  expect(alone).not.toContain("app/api/strangers-cost.db.test.ts");
});

test("a unit test or one of the interface that replaces modules shares its process with no other file", () => {
  expect(listLoneTests()).toContain("features/notifications/webhooks/delivery/rebinding.test.ts");
  const ofPages = listReplacingTests();
  expect(ofPages.length).toBeGreaterThan(0);
  expect(ofPages.filter((file) => !/\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(file, "utf8")))).toEqual([]);
});
