import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, expect, it, vi } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { followKeyChanges } from "#features/identity/api-keys/keys.factory.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
const app = createApiApp(db);
let requests = 0;

beforeAll(() => withTransaction(db, seedCatalogue));

/** From a network of its own, so that no limit of calls is met. */
async function ask(path: string, init: RequestInit = {}): Promise<string> {
  requests += 1;
  const facts = { requestId: "test", ip: `10.1.${requests >> 8}.${requests & 255}` };
  return (await app.fetch(new Request(`http://localhost${path}`, init), facts)).text();
}
const balance = (key: string) => ask(`${handlerPath}?action=getBalance&api_key=${key}`);
const push = (key: string) =>
  ask("/api/partner/sms", {
    method: "POST",
    headers: { "user-agent": "agent", "content-type": "application/json" },
    body: JSON.stringify({ action: "PUSH_SMS", key }),
  });
const assistant = (key: string) =>
  ask(assistantPath, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: "{}" });
const guess = (at: number) => at.toString(16).padStart(32, "0");

/** Statements that the work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(db, "query");
  await work();
  const { length } = query.mock.calls;
  query.mockRestore();
  return length;
}

it.each([
  ["of bots", (at: number) => balance(guess(at)), "BAD_KEY"],
  ["of assistants", (at: number) => assistant(guess(10_000 + at)), "UNAUTHORIZED"],
  ["of partners", (at: number) => push(`guess ${at}`), "ERROR_WRONG_KEY"],
] as const)("a hundred keys %s that nobody knows are asked for together", async (_whose, send, word) => {
  const sent = await statementsOf(async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(at)));
    for (const answer of answers) expect(answer).toContain(word);
  });
  expect(sent).toBeLessThan(20);
});

it("a right key among a flood of guesses is found", async () => {
  const { key } = await givenApiBuyer(db, 500);
  const { pushKey } = await givenSupplier(db);
  const [right, partner] = await Promise.all([
    balance(key),
    push(pushKey),
    ...Array.from({ length: 300 }, (_, at) => balance(guess(1_000 + at))),
    ...Array.from({ length: 300 }, (_, at) => push(`another ${at}`)),
  ]);
  expect(right).toMatch(/^ACCESS_BALANCE:/);
  expect(partner).toContain("BAD_REQUEST");
});

it("a key that has ended is not asked for again and again", async () => {
  const key = guess(5_000);
  await balance(key);
  expect(
    await statementsOf(async () => {
      for (let call = 0; call < 20; call += 1) expect(await balance(key)).toBe("BAD_KEY");
    }),
  ).toBeLessThan(5);
});

it("a key works at once that was made a moment after it was tried, in processes that are told and for partners", async () => {
  const { userId } = await givenApiBuyer(db, 500);
  const changes = await followKeyChanges(url);
  try {
    const key = guess(6_000);
    expect(await balance(key)).toBe("BAD_KEY");
    const hash = createHash("sha256").update(key).digest();
    await execute(
      db,
      sql`insert into identity_api_keys (user_id, key_hash, key_prefix, kind, name, scopes)
          values (${userId}, ${hash}, '000000', 'live', 'later', '{read}')`,
    );
    await changes.heard;
    expect(await balance(key)).toMatch(/^ACCESS_BALANCE:/);
  } finally {
    await changes.close();
  }
  const { supplierId, pushKey } = await givenSupplier(db);
  const later = `later ${pushKey}`;
  expect(await push(later)).toContain("ERROR_WRONG_KEY");
  await execute(
    db,
    sql`update supply_suppliers set push_key_hash = encode(sha256(convert_to(${later}, 'UTF8')), 'hex') where id = ${supplierId}`,
  );
  expect(await push(later)).toContain("BAD_REQUEST");
});
