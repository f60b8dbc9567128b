import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { useTestDb } from "#lib/testing/test-db.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { schemaTypes } from "#lib/tooling/migrate/schema-types.ts";

const { owner } = await useTestDb();

test("the generated row types are those of the migrated database (remedy: npm run types:db)", async () => {
  const kept = readFileSync(path.join(ROOT, "lib/db/schema.gen.ts"), "utf8");
  expect(kept, "npm run types:db writes it anew.").toBe(await schemaTypes(owner));
});
