import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { listExchanges } from "#features/supply/health/figures.reads.ts";
import type { UnusableReason } from "#features/supply/health/unusable-answers.rules.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
afterAll(() => lateAnswersSettled());

const PHILIPPINES = 4;
const services = (
  await rows<{ id: number }>(
    db,
    sql`select id from catalogue_services where category in ('social', 'messenger', 'games', 'shopping') order by id limit 30`,
  )
).map(({ id }) => id);
let lastKey = 0;

async function buyFrom(agent: { baseUrl: string; honoursClientId?: boolean }) {
  const serviceId = services.pop() as number;
  const offer = await givenOffer(owner, { kind: "agent", countryId: PHILIPPINES, serviceId, ...agent });
  const userId = await givenUser(db, 5_000);
  lastKey += 1;
  const buying = buyActivation(
    db,
    purchase({
      userId,
      serviceId,
      countryId: PHILIPPINES,
      maxPriceKopecks: kopecks(5_000),
      idempotencyKey: `unusable-${lastKey}`,
    }),
  );
  return { ...offer, userId, buying };
}
async function reasonsOf(supplierId: number): Promise<string[]> {
  await unusableAnswersWritten(db);
  return (await listExchanges(db, supplierId, { limit: 10 })).map(({ reason }) => reason);
}
const raw =
  (text: string | Buffer, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    void response.writeHead(200, headers).end(text);
const privateServer = await givenServer((_, response) => sendJson(response, '{"status":"SUCCESS"}'));

describe("a supplier that cannot be understood", () => {
  it.each<[string, Responder, UnusableReason]>([
    ["HTML", raw("<html>Welcome</html>"), "not-json"],
    ["10 MB", raw("x".repeat(10 << 20)), "too-large"],
    ["a gzip bomb", raw(gzipSync(Buffer.alloc(30 << 20)), { "content-encoding": "gzip" }), "too-large"],
    ["gzip that is none", raw("not gzip", { "content-encoding": "gzip" }), "bad-encoding"],
    [
      "a redirect to a private address",
      (_, response) => void response.writeHead(307, { location: privateServer.url }).end(),
      "redirect",
    ],
    [
      "half an answer",
      (_, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write('{"status":"SUCC', () => response.destroy());
      },
      "hang-up",
    ],
    ["HTTP 500 with a page", (_, response) => sendJson(response, "<h1>Oops</h1>", 500), "http-status"],
    ["a status of its own", raw('{"status":"MAYBE"}'), "wrong-shape"],
    ["ERROR", raw('{"status":"ERROR","error":"busy"}'), "refused"],
    [
      "a number of another country",
      raw('{"status":"SUCCESS","number":447700900123,"activationId":5}'),
      "wrong-number",
    ],
  ])("that answers %s costs the buyer nothing and shows in its health", async (_, respond, reason) => {
    const server = await givenServer((request, response) =>
      request.body.action === "GET_NUMBER"
        ? respond(request, response)
        : sendJson(response, '{"status":"SUCCESS"}'),
    );
    const { supplierId, userId, buying } = await buyFrom({ baseUrl: server.url });
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await reasonsOf(supplierId)).toEqual([reason]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
    expect(privateServer.requests).toEqual([]);
  });

  it("at an address that may not be called costs the buyer nothing and shows in its health", async () => {
    const { supplierId, userId, buying } = await buyFrom({ baseUrl: "http://user:word@127.0.0.1:9/" });
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await reasonsOf(supplierId)).toEqual(["forbidden-address"]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });

  it("that answers after 3 s costs the buyer nothing, and shows as slow", { timeout: 20_000 }, async () => {
    const late = '{"status":"SUCCESS","number":639170000001,"activationId":6}';
    const server = await givenServer((request, response) => {
      if (request.body.action === "GET_NUMBER") setTimeout(() => sendJson(response, late), 3_600);
      else sendJson(response, '{"status":"SUCCESS"}');
    });
    const { supplierId, userId, buying } = await buyFrom({ baseUrl: server.url });
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await lateAnswersSettled();
    expect(await reasonsOf(supplierId)).toEqual(["slow"]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });
});

it("a process killed between the answer and its record: the worker asks again, notes it, and the money goes back", async () => {
  const server = await givenServer((_, response) => sendJson(response, "<html>"));
  const serviceId = services.pop() as number;
  const { supplierId } = await givenOffer(owner, {
    ...{ kind: "agent", countryId: PHILIPPINES, serviceId, baseUrl: server.url, honoursClientId: true },
  });
  const userId = await givenUser(db, 5_000);
  // The local step alone: what the kill leaves.
  await one(
    db,
    sql`select outcome from activations_buy(array[${userId}::bigint], array['killed'], array['h'], array[${serviceId}::int],
          array[${PHILIPPINES}::int], array['any'], array[null]::bigint[], array['site'], array[20], '{}', '{}', '{}')`,
  );
  await execute(
    owner,
    sql`insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, resolve_at)
        select gen_random_uuid(), id, supplier_id, offer_id, app_now() + interval '1 hour' from activations where user_id = ${userId}`,
  );
  expect(await reasonsOf(supplierId)).toEqual([]);
  await moveClock(owner, "3 minutes");
  for (const stuck of await listStuckOrders(db, 50)) await resolveStuckOrder(db, stuck);
  expect(await reasonsOf(supplierId)).toEqual(["not-json"]);
  expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
});
