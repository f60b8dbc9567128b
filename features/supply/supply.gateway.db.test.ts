import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { unansweredAttempts } from "#features/supply/attempts.jobs.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { acquireNumber, lateAnswersSettled, resolveUnknown } from "#features/supply/supply.gateway.ts";
import { countOpenAttempts, findKeptNumber, listSuppliers } from "#features/supply/supply.reads.ts";
import { abandonAttempts, recordOffers } from "#features/supply/supply.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const INDONESIA = 6;
const TELEGRAM = 52;
const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
afterAll(() => lateAnswersSettled());

let serial = 0;

async function givenSupplier(respond: Responder, honoursClientId = false) {
  serial += 1;
  const server = await givenServer((request, response) =>
    request.body.action === "FINISH_ACTIVATION"
      ? sendJson(response, '{"status":"SUCCESS"}')
      : respond(request, response),
  );
  const code = `agent-${serial}`;
  const supplierId = await withTransaction(db, async (tx) => {
    const id = await registerSupplier(tx, {
      code,
      name: code,
      kind: "agent",
      baseUrl: server.url,
      key: code,
      honoursClientId,
    });
    await setSupplierPrices(tx, id, [
      { serviceId: TELEGRAM, countryId: INDONESIA, costKopecks: kopecks(1_250) },
    ]);
    await recordOffers(tx, id, [{ serviceId: TELEGRAM, countryId: INDONESIA, operator: "any", count: 5 }]);
    return id;
  });
  const offer = await one<{ id: number }>(
    db,
    sql`select id from supply_offers where supplier_id = ${supplierId}`,
  );
  const activationId = 1_000 + serial;
  const order = {
    activationId,
    supplierId,
    offerId: offer.id,
    countryId: INDONESIA,
    serviceId: TELEGRAM,
    operator: "any",
    costKopecks: kopecks(1_250),
  };
  const reports = () =>
    server.requests.filter(({ body }) => body.action === "FINISH_ACTIVATION").map(({ body }) => body);
  const asked = () =>
    server.requests.filter(({ body }) => body.action === "GET_NUMBER").map(({ body }) => body);
  return { order, reports, asked };
}

const gives = (number: number | string, activationId: number | string): string =>
  `{"status":"SUCCESS","number":${number},"activationId":${activationId}}`;
const stateOf = (clientId: string) =>
  one<{ state: string }>(db, sql`select state from supply_attempts where client_id = ${clientId}`).then(
    ({ state }) => state,
  );

describe("acquireNumber", () => {
  it("keeps the number, asks with the price in roubles and notes the attempt", async () => {
    const { order, asked } = await givenSupplier((_, response) =>
      sendJson(response, gives(628111111111, 41)),
    );
    const acquired = await acquireNumber(db, { ...order, exceptPrefixes: ["62812"] });
    expect(acquired).toMatchObject({ kind: "number", number: 628111111111, supplierRef: 41 });
    expect(asked()[0]).toMatchObject({
      country: "indonesia",
      service: "tg",
      operator: "any",
      sum: 12.5,
      currency: 643,
    });
    expect(await findKeptNumber(db, order.activationId)).toMatchObject({
      number: 628111111111,
      supplierRef: 41,
    });
  });

  it("keeps a number whose id is a UUID, marks the supplier, and says the UUID again at the end", async () => {
    const word = "6f3d2b1e-0000-4000-8000-000000000001";
    const { order, reports } = await givenSupplier((_, response) =>
      sendJson(response, gives('"628111111119"', `"${word}"`)),
    );
    const acquired = await acquireNumber(db, order);
    expect(acquired).toMatchObject({ kind: "number", number: 628111111119 });
    const state = (await listSuppliers(db)).find(({ id }) => id === order.supplierId);
    expect(state).toMatchObject({ looseTypes: "GET_NUMBER", looseTypesAt: expect.any(Date) });
    await withTransaction(db, (tx) => abandonAttempts(tx, order.activationId));
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: word, status: 4 })]);
  });

  it("answers within 3 s when the agent is slow, and gives the late number back by FINISH 4", {
    timeout: 30_000,
  }, async () => {
    const { order, reports } = await givenSupplier((_, response) => {
      setTimeout(() => sendJson(response, gives(628111111112, 42)), 7_000);
    });
    const before = performance.now();
    const acquired = await acquireNumber(db, order);
    expect(performance.now() - before).toBeLessThan(6_500);
    if (acquired.kind !== "unknown") throw new Error(acquired.kind);
    expect(await countOpenAttempts(db, order.activationId)).toBe(1);
    await lateAnswersSettled();
    expect(await stateOf(acquired.clientId)).toBe("released");
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 42, status: 4 })]);
    expect(await findKeptNumber(db, order.activationId)).toBeNull();
  });

  it("keeps one number per order: a second one is returned", async () => {
    const first = await givenSupplier((_, response) => sendJson(response, gives(628111111113, 43)));
    const second = await givenSupplier((_, response) => sendJson(response, gives(628111111114, 44)));
    expect((await acquireNumber(db, first.order)).kind).toBe("number");
    const again = await acquireNumber(db, { ...second.order, activationId: first.order.activationId });
    expect(again).toEqual({ kind: "failed", error: "released" });
    await finishOutbox.run(db);
    expect(second.reports()).toEqual([expect.objectContaining({ activationId: 44, status: 4 })]);
    expect(first.reports()).toEqual([]);
  });

  it("keeps one number when ten suppliers answer at once", async () => {
    const suppliers = [];
    for (let at = 0; at < 10; at += 1) {
      suppliers.push(
        await givenSupplier((_, response) => sendJson(response, gives(628111111200 + at, 60 + at))),
      );
    }
    const activationId = 777;
    const acquired = await Promise.all(
      suppliers.map(({ order }) => acquireNumber(db, { ...order, activationId })),
    );
    expect(acquired.filter(({ kind }) => kind === "number")).toHaveLength(1);
    await finishOutbox.run(db);
    expect(suppliers.flatMap(({ reports }) => reports())).toHaveLength(9);
  });

  it.each([
    ["of another country", 447700900123, "wrong-country"],
    ["with an excluded prefix", 628120000000, "excluded-prefix"],
    ["that is none", 62, "not-a-number"],
  ])("gives back a number %s", async (_, number, error) => {
    const { order, reports } = await givenSupplier((__, response) => sendJson(response, gives(number, 45)));
    expect(await acquireNumber(db, { ...order, exceptPrefixes: ["62812"] })).toEqual({
      kind: "failed",
      error,
    });
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 45, status: 4 })]);
  });

  it("gives back a number that cannot be read", async () => {
    const { order, reports } = await givenSupplier((_, response) =>
      sendJson(response, gives('"unknown"', 46)),
    );
    expect((await acquireNumber(db, order)).kind).toBe("failed");
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 46, status: 4 })]);
  });

  it("gives back a number whose id cannot be carried, to the last digit", async () => {
    const { order } = await givenSupplier((_, response) =>
      sendJson(response, gives(628111111116, "9223372036854775806")),
    );
    expect((await acquireNumber(db, order)).kind).toBe("failed");
    const [owed] = await rows<{ ref: string }>(
      db,
      sql`select supplier_ref::text as ref from supply_finishes where supplier_id = ${order.supplierId}`,
    );
    expect(owed).toEqual({ ref: "9223372036854775806" });
  });

  it("says that there are none", async () => {
    const { order } = await givenSupplier((_, response) => sendJson(response, '{"status":"NO_NUMBERS"}'));
    expect(await acquireNumber(db, order)).toEqual({ kind: "no-numbers" });
    expect(await countOpenAttempts(db, order.activationId)).toBe(0);
  });
});

describe("a lost answer", () => {
  const cutFirst = (): Responder => {
    let calls = 0;
    return (_, response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else sendJson(response, gives(628111111117, 47));
    };
  };

  it("is cleared up by asking again under the same client id, and can be kept", async () => {
    const { order, asked } = await givenSupplier(cutFirst(), true);
    const lost = await acquireNumber(db, order);
    if (lost.kind !== "unknown") throw new Error(lost.kind);
    expect(await resolveUnknown(db, lost.clientId, true)).toMatchObject({
      kind: "number",
      number: 628111111117,
    });
    expect(new Set(asked().map(({ clientId }) => clientId))).toEqual(new Set([lost.clientId]));
  });

  it("ends with FINISH 4 when nobody wants the number any more", async () => {
    const { order, reports } = await givenSupplier(cutFirst(), true);
    const lost = await acquireNumber(db, order);
    if (lost.kind !== "unknown") throw new Error(lost.kind);
    await withTransaction(db, (tx) => abandonAttempts(tx, order.activationId));
    expect((await resolveUnknown(db, lost.clientId, true)).kind).toBe("failed");
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 47, status: 4 })]);
  });

  it("is never bought again where the agent does not know client ids", async () => {
    const { order, asked } = await givenSupplier(cutFirst());
    const lost = await acquireNumber(db, order);
    if (lost.kind !== "unknown") throw new Error(lost.kind);
    expect((await resolveUnknown(db, lost.clientId, true)).kind).toBe("unknown");
    expect(asked()).toHaveLength(1);
  });

  it("gives one number to two who ask under one client id and are answered with different ones", async () => {
    let isFirst = true;
    const { order, reports } = await givenSupplier(async ({ body }, response) => {
      if (!isFirst) return sendJson(response, gives(628111111120, 49));
      isFirst = false;
      expect((await resolveUnknown(db, body.clientId, true)).kind).toBe("number");
      sendJson(response, gives(628111111121, 50));
    }, true);
    expect(await acquireNumber(db, order)).toEqual({ kind: "failed", error: "released" });
    expect(await findKeptNumber(db, order.activationId)).toMatchObject({
      number: 628111111120,
      supplierRef: 49,
    });
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 50, status: 4 })]);
  });

  it("is looked into by the sweep when its process died", async () => {
    const { order, reports } = await givenSupplier(cutFirst(), true);
    const lost = await acquireNumber(db, order);
    if (lost.kind !== "unknown") throw new Error(lost.kind);
    await execute(
      db,
      sql`update supply_attempts set state = 'calling', resolve_at = app_now() where client_id = ${lost.clientId}`,
    );
    await unansweredAttempts.run(db);
    expect(await stateOf(lost.clientId)).toBe("released");
    await finishOutbox.run(db);
    expect(reports()).toHaveLength(1);
  });
});

describe("abandoning an order's attempts", () => {
  it("gives back a number that was kept, once", async () => {
    const { order, reports } = await givenSupplier((_, response) =>
      sendJson(response, gives(628111111118, 48)),
    );
    await acquireNumber(db, order);
    await withTransaction(db, (tx) => abandonAttempts(tx, order.activationId));
    await withTransaction(db, (tx) => abandonAttempts(tx, order.activationId));
    await finishOutbox.run(db);
    await finishOutbox.run(db);
    expect(reports()).toEqual([expect.objectContaining({ activationId: 48, status: 4 })]);
    expect(await findKeptNumber(db, order.activationId)).toBeNull();
  });
});
