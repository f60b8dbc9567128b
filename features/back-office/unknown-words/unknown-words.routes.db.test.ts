import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { codeOf, db, get, owner, support } from "#features/back-office/back-office-routes.factory.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { unknownWordLimits } from "#features/supply/dialects/unknown-words.rules.ts";
import { recordUnknownWords } from "#features/supply/dialects/unknown-words.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute } from "#lib/db/query.ts";

type Supplier = { id: number; wordTable: string; words: unknown[]; fullKinds: string[] };
let agentId = 0;
let ownId = 0;
beforeAll(async () => {
  agentId = (await givenSupplier(owner, { kind: "agent" })).supplierId;
  ownId = (await givenSupplier(owner, { kind: "own" })).supplierId;
});
const listed = async (id: number) =>
  ((await get("unknown-words")).body as { items: Supplier[] }).items.find((one) => one.id === id);

test("the desk lists what nobody understood by supplier, with its word table, and never a key", async () => {
  await recordUnknownWords(db, agentId, [
    { kind: "country", word: "<img src=x>", stock: 12 },
    { kind: "service", word: "nonsense", stock: 3 },
  ]);
  const agent = await listed(agentId);
  expect(agent).toMatchObject({ wordTable: "smshub", fullKinds: [] });
  expect(agent?.words).toMatchObject([
    { kind: "country", word: "<img src=x>", stock: 12, reportsCount: 1 },
    { kind: "service", word: "nonsense", stock: 3, reportsCount: 1 },
  ]);
  expect(await listed(ownId)).toBeUndefined();
  expect(JSON.stringify((await get("unknown-words")).body)).not.toMatch(/key|sealed|127\.0\.0\.1/i);
});

test("a supplier can be set to a word table that there is, and to no other", async () => {
  await execute(owner, sql`update supply_suppliers set word_table = 'slugs' where id = ${agentId}`);
  expect((await listed(agentId))?.wordTable).toBe("slugs");
  await expect(
    execute(owner, sql`update supply_suppliers set word_table = 'klingon' where id = ${agentId}`),
  ).rejects.toThrow("word_table");
});

test("the desk says of which kind no further word is kept", async () => {
  const flood = Array.from({ length: 200 }, (_, at) => {
    return { kind: "service" as const, word: `s${at}`, stock: 1 };
  });
  await recordUnknownWords(db, ownId, flood);
  const own = await listed(ownId);
  expect(own).toMatchObject({ wordTable: "slugs", fullKinds: ["service"] });
  expect(own?.words).toHaveLength(unknownWordLimits.wordsPerKind);
});

test("nobody outside the staff and no staff without a permission reads unknown words", async () => {
  expect((await get("unknown-words", { ...support, cookie: "" })).status).toBe(401);
  const [status] = codeOf(await get("unknown-words", await givenStaff(db, null)));
  expect(status).toBe(403);
});
