import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { ownOfferCounts } from "#features/supply/inventory/inventory.jobs.ts";
import { listOffersToCount } from "#features/supply/inventory/inventory.reads.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { claimPoll, penaliseOverclaiming } from "#features/supply/polling/polling.writes.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import type { Dialect } from "#features/supply/supply.rules.ts";
import { endAttempt, enqueueFinish, recountOffers, startAttempt } from "#features/supply/supply.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const [INDONESIA, KENYA, TELEGRAM, WHATSAPP] = [6, 8, 52, 1];
const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);

let serial = 0;
async function givenAgent(respond: Responder, dialect: Dialect = {}) {
  serial += 1;
  const server = await givenServer(respond);
  const code = `polled-${serial}`;
  const supplierId = await withTransaction(db, async (tx) => {
    const id = await registerSupplier(tx, {
      code,
      name: code,
      key: code,
      kind: "agent",
      baseUrl: server.url,
      dialect,
    });
    const prices = [INDONESIA, KENYA].flatMap((countryId) =>
      [TELEGRAM, WHATSAPP].map((serviceId) => ({ serviceId, countryId, costKopecks: kopecks(700) })),
    );
    await setSupplierPrices(tx, id, prices);
    return id;
  });
  return { supplierId, requests: server.requests };
}

const countryList = (list: unknown) => JSON.stringify({ status: "SUCCESS", countryList: list });
const offers = (supplierId: number) =>
  rows(
    db,
    sql`select country_id, service_id, operator, claimed_count as claimed, count from supply_offers
        join supply_current_offers using (id, supplier_id, country_id, service_id, operator)
        where supplier_id = ${supplierId} order by 1, 2, 3`,
  );
const stateOf = async (supplierId: number) => (await listSuppliers(db)).find(({ id }) => id === supplierId);

describe("stock polls", () => {
  it("write new offers, follow counts, and set offers that vanish to 0", async () => {
    let answer = countryList([
      { country: "indonesia", operatorMap: { telkomsel: { tg: 10, wa: 4 }, xl: { tg: 2 } } },
    ]);
    const { supplierId } = await givenAgent((_, response) => sendJson(response, answer));
    await pollSupplier(db, supplierId);
    expect(await offers(supplierId)).toEqual([
      { country_id: 6, service_id: 1, operator: "telkomsel", claimed: 4, count: 4 },
      { country_id: 6, service_id: 52, operator: "telkomsel", claimed: 10, count: 10 },
      { country_id: 6, service_id: 52, operator: "xl", claimed: 2, count: 2 },
    ]);
    answer = countryList([{ country: "indonesia", operatorMap: { telkomsel: { tg: 9 } } }]);
    await pollSupplier(db, supplierId);
    expect(await offers(supplierId)).toMatchObject([{ claimed: 0 }, { claimed: 9 }, { claimed: 0 }]);
  });

  it("leave out what the catalogue or the price list does not know, and speak the partner's dialect", async () => {
    const list = [
      { country: "idn", operatorMap: { TSEL: { telegram: 3, nonsense: 5 } } },
      { country: "atlantis", operatorMap: { any: { tg: 5 } } },
      { country: "russia", operatorMap: { any: { tg: 5 } } },
      { country: "vietnam", operatorMap: { any: { tg: 5 } } },
    ];
    const dialect = {
      countries: { idn: INDONESIA },
      services: { telegram: "tg" },
      operators: { TSEL: "telkomsel" },
    };
    const { supplierId } = await givenAgent((_, response) => sendJson(response, countryList(list)), dialect);
    await pollSupplier(db, supplierId);
    expect(await offers(supplierId)).toEqual([
      { country_id: 6, service_id: 52, operator: "telkomsel", claimed: 3, count: 3 },
    ]);
  });

  it("write nothing when nothing has changed", async () => {
    const { supplierId } = await givenAgent((_, response) =>
      sendJson(response, countryList([{ country: "kenya", operatorMap: { any: { tg: 1 } } }])),
    );
    await pollSupplier(db, supplierId);
    const seen = () =>
      one(db, sql`select xmin::text, ctid::text from supply_offers where supplier_id = ${supplierId}`);
    const before = await seen();
    await pollSupplier(db, supplierId);
    expect(await seen()).toEqual(before);
  });

  it("count a supplier as empty 45 s after its last answer, and as before when it is back", async () => {
    let isDown = false;
    const { supplierId } = await givenAgent((_, response) => {
      if (isDown) response.destroy();
      else sendJson(response, countryList([{ country: "kenya", operatorMap: { any: { tg: 7 } } }]));
    });
    await pollSupplier(db, supplierId);
    isDown = true;
    await pollSupplier(db, supplierId);
    expect(await offers(supplierId)).toMatchObject([{ count: 7 }]);
    await moveClock(owner, "46 seconds");
    expect(await offers(supplierId)).toMatchObject([{ count: 0, claimed: 7 }]);
    isDown = false;
    await pollSupplier(db, supplierId);
    expect(await offers(supplierId)).toMatchObject([{ count: 7 }]);
  });

  it("stop asking after three failures in a row, and say so", async () => {
    const { supplierId, requests } = await givenAgent((_, response) =>
      sendJson(response, '{"status":"ERROR","error":"busy"}'),
    );
    for (let time = 0; time < 6; time += 1) await pollSupplier(db, supplierId);
    expect(requests).toHaveLength(3);
    expect(await stateOf(supplierId)).toMatchObject({ circuitState: "open", healthy: false });
    expect((await stateOf(supplierId))?.lastError).toContain("busy");
  });

  it("are taken by one worker each", async () => {
    await execute(db, sql`update supply_suppliers set poll_due_at = app_now() + interval '1 hour'`);
    const { supplierId } = await givenAgent(() => undefined);
    const claimed = await Promise.all(Array.from({ length: 5 }, () => claimPoll(db, 10_000)));
    expect(claimed.filter((id) => id === supplierId)).toHaveLength(1);
    expect(claimed.filter((id) => id !== null)).toHaveLength(1);
  });
});

describe("penalties", () => {
  it("take an agent off sale for 30 minutes when 60 % of 20 attempts find nothing, and not before", async () => {
    const { supplierId } = await givenAgent((_, response) =>
      sendJson(response, countryList([{ country: "kenya", operatorMap: { any: { tg: 50 } } }])),
    );
    await pollSupplier(db, supplierId);
    const offer = await one<{ id: number }>(
      db,
      sql`select id from supply_offers where supplier_id = ${supplierId}`,
    );
    const attempts = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const clientId = crypto.randomUUID();
        await startAttempt(db, {
          clientId,
          activationId: at,
          supplierId,
          offerId: offer.id,
          resolveAfterMs: 60_000,
        });
        await endAttempt(db, clientId, "find_none", null);
      }
    };
    await attempts(19);
    expect(await penaliseOverclaiming(db)).toEqual([]);
    await attempts(1);
    expect(await penaliseOverclaiming(db)).toEqual([supplierId]);
    expect(await penaliseOverclaiming(db)).toEqual([]);
    expect(await offers(supplierId)).toMatchObject([{ count: 0 }]);
    await moveClock(owner, "31 minutes");
    await pollSupplier(db, supplierId);
    expect(await penaliseOverclaiming(db)).toEqual([]);
    expect(await offers(supplierId)).toMatchObject([{ count: 50 }]);
  });
});

describe("the finish outbox", () => {
  it("repeats each finish until SUCCESS, and never after", async () => {
    let status = "ERROR";
    const { supplierId, requests } = await givenAgent((_, response) =>
      sendJson(response, JSON.stringify({ status })),
    );
    await enqueueFinish(db, { supplierId, supplierRef: 71, outcome: 3, activationId: 1 });
    await enqueueFinish(db, { supplierId, supplierRef: 71, outcome: 3, activationId: 1 });
    await finishOutbox.run(db);
    await finishOutbox.run(db);
    expect(requests).toHaveLength(1);
    await moveClock(owner, "11 seconds");
    await finishOutbox.run(db);
    expect(requests).toHaveLength(2);
    await moveClock(owner, "11 seconds");
    await finishOutbox.run(db);
    expect(requests).toHaveLength(2);
    status = "SUCCESS";
    await moveClock(owner, "11 seconds");
    await finishOutbox.run(db);
    await moveClock(owner, "1 hour");
    await finishOutbox.run(db);
    expect(requests.map(({ body }) => [body.activationId, body.status])).toEqual([
      [71, 3],
      [71, 3],
      [71, 3],
    ]);
  });

  it("says that an order was refunded only once its sale was taken in", async () => {
    let status = "ERROR";
    const { supplierId, requests } = await givenAgent((_, response) =>
      sendJson(response, JSON.stringify({ status })),
    );
    const finish = { supplierId, supplierRef: 72, activationId: 2 };
    const said = async () => {
      requests.length = 0;
      await moveClock(owner, "1 hour");
      await finishOutbox.run(db);
      return requests.map(({ body }) => body.status);
    };
    await enqueueFinish(db, { ...finish, outcome: 5 });
    expect(await said()).toEqual([]);
    await enqueueFinish(db, { ...finish, outcome: 3 });
    expect(await said()).toEqual([3]);
    status = "SUCCESS";
    expect(await said()).toEqual([3]);
    expect(await said()).toEqual([5]);
    expect(await said()).toEqual([]);
  });

  it("says each finish once when several workers sweep at the same time", async () => {
    const { supplierId, requests } = await givenAgent((_, response) =>
      sendJson(response, '{"status":"SUCCESS"}'),
    );
    for (let ref = 1; ref <= 30; ref += 1)
      await enqueueFinish(db, { supplierId, supplierRef: ref, outcome: 4, activationId: ref });
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 4 }, () => finishOutbox.run(db)));
    expect(requests.map(({ body }) => body.activationId).sort((left, right) => left - right)).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 1),
    );
  });

  it("does not let a supplier that hangs up hold up another", async () => {
    const dead = await givenAgent((_, response) => void response.destroy());
    const alive = await givenAgent((_, response) => sendJson(response, '{"status":"SUCCESS"}'));
    for (let ref = 1; ref <= 50; ref += 1) {
      await enqueueFinish(db, {
        supplierId: dead.supplierId,
        supplierRef: ref,
        outcome: 4,
        activationId: ref,
      });
    }
    await enqueueFinish(db, { supplierId: alive.supplierId, supplierRef: 1, outcome: 4, activationId: 1 });
    await finishOutbox.run(db);
    expect(alive.requests).toHaveLength(1);
    await execute(
      db,
      sql`update supply_finishes set done_at = app_now() where supplier_id = ${dead.supplierId}`,
    );
  });
});

describe("counts of own offers", () => {
  it("follow the stock, in slices of bounded size", async () => {
    const supplierId = await withTransaction(db, (tx) =>
      registerSupplier(tx, { code: "own-counts", name: "own", key: "own-counts", kind: "own" }),
    );
    await execute(
      db,
      sql`insert into supply_offers (supplier_id, service_id, country_id, cost_kopecks)
          select ${supplierId}, id, 6, 500 from catalogue_services order by id limit 100`,
    );
    await execute(
      db,
      sql`insert into supply_stock (offer_id, number)
          select o.id, 628100000000 + n from supply_offers o, generate_series(1, 7) n where o.supplier_id = ${supplierId}`,
    );
    for (let round = 0; round < 3; round += 1) await ownOfferCounts.run(db);
    const counts = await rows(
      db,
      sql`select distinct claimed_count from supply_offers where supplier_id = ${supplierId}`,
    );
    expect(counts).toEqual([{ claimed_count: 7 }]);
    expect(await listOffersToCount(db, 0, 270)).toHaveLength(10);
    const [some] = await listOffersToCount(db, 0, 0);
    expect(await recountOffers(db, [some as number, some as number])).toEqual([]);
  });
});

describe("texts of SMS", () => {
  it("are removed after a day; that there was an SMS stays", async () => {
    const { supplierId } = await givenAgent(() => undefined);
    const sms = { supplierId, smsId: 1n, phone: 254712345678, sender: "Telegram", text: "code 48291" };
    await receiveSms(db, sms, async () => 0);
    await moveClock(owner, "23 hours");
    expect(await forgetOldSms(db, 100)).toBe(0);
    await moveClock(owner, "2 hours");
    expect(await forgetOldSms(db, 100)).toBe(1);
    expect(
      await one(db, sql`select sealed_text, text_length from supply_sms where supplier_id = ${supplierId}`),
    ).toEqual({
      sealed_text: null,
      text_length: 10,
    });
    expect(await receiveSms(db, sms, async () => 0)).toBe(false);
  });
});
