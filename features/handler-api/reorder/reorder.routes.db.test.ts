import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice } from "#features/pricing/pricing.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
const { say, buy, push } = handlerApiOn(db);

let offer: Offer;
let whatsApp: Offer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 30, costKopecks: 500, priceKopecks: 1_000 });
  // The same numbers for WhatsApp as well.
  const wa = await one<{ id: number }>(db, sql`select id from catalogue_services where code = 'wa'`);
  const { supplierId } = offer;
  whatsApp = await givenOffer(db, {
    countryId: 6,
    serviceId: wa.id,
    supplierId,
    count: 1,
    costKopecks: 500,
    priceKopecks: 2_000,
  });
  await execute(
    db,
    sql`insert into supply_stock (offer_id, number)
        select ${whatsApp.offerId}, n from unnest(${offer.numbers}::bigint[]) n`,
  );
});

const givenBuyer = () => givenApiBuyer(db, 10_000);
const told = (own: ApiBuyer, action: string, parameters: Sent) => say(own, { action, ...parameters });

/** A finished order with its code. */
async function givenFinished(own: ApiBuyer) {
  const order = await buy(own, { country: 6 });
  await push(order.id, "Telegram code 11111");
  expect(await told(own, "finishActivation", { id: order.id })).toBe("ACCESS_ACTIVATION");
  return order;
}

describe("getExtraActivation", () => {
  it("has the same number again, held, captured by its code and paid to its partner", async () => {
    const own = await givenBuyer();
    const first = await givenFinished(own);
    expect(await told(own, "checkExtraActivation", { activationId: first.id })).toBe(
      `{"status":"success","cost":10,"service":"tg","phone":${first.number},"country":6}`,
    );
    const answer = await told(own, "getExtraActivation", { activationId: first.id });
    const again = /^ACCESS_NUMBER:(\d+):(\d+)$/.exec(answer);
    expect(again?.[2]).toBe(first.number);
    const id = again?.[1] as string;
    expect(id).not.toBe(first.id);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(1_000);
    expect(await told(own, "getStatus", { id })).toBe("STATUS_WAIT_CODE");
    for (const action of ["getExtraActivation", "checkExtraActivation", "reactivate"]) {
      expect(await told(own, action, { id: first.id })).toBe("NEW_ACTIVATION_IMPOSSIBLE");
      expect(await told(own, action, { id })).toBe("NEW_ACTIVATION_IMPOSSIBLE");
    }
    await push(id, "Telegram code 22222");
    expect(await told(own, "getStatus", { id })).toBe("STATUS_OK:22222");
    expect(await told(own, "getStatus", { id: first.id })).toBe("STATUS_OK:11111");
    expect(await told(own, "getBalance", {})).toBe("ACCESS_BALANCE:80.00");
  });

  it("gives the money back when no code comes, and the number to nobody else", async () => {
    const own = await givenBuyer();
    const first = await givenFinished(own);
    const id = (await told(own, "reactivate", { id: first.id })).split(":")[1] as string;
    expect(await told(own, "cancelActivation", { id })).toBe("ACCESS_CANCEL");
    expect(await told(own, "getBalance", {})).toBe("ACCESS_BALANCE:90.00");
    expect(await told(own, "getExtraActivation", { id: first.id })).toBe("NEW_ACTIVATION_IMPOSSIBLE");
    await moveClock(owner, "25 hours");
    await execute(db, sql`select supply_end_rests(100)`);
    const onSale = await one(
      db,
      sql`select count(*)::int as n from supply_stock where offer_id = ${offer.offerId} and number = ${first.number}`,
    );
    expect(onSale).toEqual({ n: 0 });
    // Rested, it is its last buyer's again.
    await execute(db, sql`update supply_suppliers set last_success_at = app_now()`);
    expect(await told(own, "getExtraActivation", { id: first.id })).toMatch(/^ACCESS_NUMBER:/);
  });

  it("is one order for one orderId, and one for parallel calls without one", async () => {
    const own = await givenBuyer();
    const first = await givenFinished(own);
    const input = { id: first.id, orderId: "again-1" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => told(own, "getExtraActivation", input)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^ACCESS_NUMBER:/);
    const second = await givenFinished(own);
    expect(await told(own, "getExtraActivation", { ...input, id: second.id })).toBe("ORDER_ALREADY_EXISTS");
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => told(own, "getExtraActivation", { id: second.id })),
    );
    expect(racing.filter((answer) => answer.startsWith("ACCESS_NUMBER:"))).toHaveLength(1);
    expect(racing.filter((answer) => answer === "NEW_ACTIVATION_IMPOSSIBLE")).toHaveLength(9);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(2_000);
  });

  it("refuses what cannot be had again", async () => {
    const own = await givenBuyer();
    const stranger = await givenBuyer();
    const waiting = await buy(own, { country: 6 });
    const cancelled = await buy(own, { country: 6 });
    await told(own, "cancelActivation", { id: cancelled.id });
    const finished = await givenFinished(own);
    const ask = (by: ApiBuyer, id: string) =>
      Promise.all(["getExtraActivation", "checkExtraActivation"].map((action) => told(by, action, { id })));
    expect(await ask(own, waiting.id)).toEqual(["NEW_ACTIVATION_IMPOSSIBLE", "NEW_ACTIVATION_IMPOSSIBLE"]);
    expect(await ask(own, cancelled.id)).toEqual([
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ]);
    for (const [by, id] of [
      [stranger, finished.id],
      [own, "1"],
      [own, "x"],
    ] as const) {
      expect(await ask(by, id)).toEqual(["WRONG_ACTIVATION_ID", "WRONG_ACTIVATION_ID"]);
    }
    await execute(
      db,
      sql`insert into supply_numbers (number, supplier_id, country_id, online)
          values (${finished.number}, ${offer.supplierId}, 6, false)`,
    );
    expect(await ask(own, finished.id)).toEqual(["SIM_OFFLINE", "SIM_OFFLINE"]);
    await execute(db, sql`update supply_numbers set online = true where number = ${finished.number}`);
    const poor = await givenApiBuyer(db, 1_500);
    const once = await givenFinished(poor);
    expect(await ask(poor, once.id)).toEqual(["NO_BALANCE", expect.stringContaining('"cost":10')]);
    const { blockId } = await withTransaction(owner, (tx) =>
      blockSale(tx, {
        supplierId: offer.supplierId,
        effect: "deny",
        reasonCode: "KILL_SWITCH",
        reasonText: "test",
        actor: "test",
      }),
    );
    forgetPolicy(db);
    expect(await ask(own, finished.id)).toEqual([
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ]);
    await withTransaction(owner, (tx) => liftBlock(tx, { blockId, actor: "test", reason: "test" }));
    forgetPolicy(db);
  });
});

describe("a key's limits", () => {
  it("hold for both, and are the balance to a bot", async () => {
    const own = await givenBuyer();
    const finished = await givenFinished(own);
    const parent = await buy(own, { country: 6 });
    // The order that is paid and the one that is held have spent 20 of them.
    await execute(
      db,
      sql`update identity_api_keys set daily_limit_kopecks = 2500 where user_id = ${own.userId}`,
    );
    await execute(
      owner,
      sql`insert into ledger_key_spending (transfer_id, key_id) select a.hold_id, k.id from activations a
          join identity_api_keys k on k.user_id = a.user_id where a.user_id = ${own.userId}`,
    );
    forgetApiKeys(own.userId);
    const ask = async () => [
      await told(own, "getExtraActivation", { id: finished.id }),
      await told(own, "getAdditionalService", { id: parent.id, service: "wa" }),
    ];
    expect(await ask()).toEqual(["NO_BALANCE", "NO_BALANCE"]);
    await execute(
      db,
      sql`update identity_api_keys set daily_limit_kopecks = 3000, price_cap_kopecks = 1500 where user_id = ${own.userId}`,
    );
    forgetApiKeys(own.userId);
    expect(await ask()).toEqual([expect.stringMatching(/^ACCESS_NUMBER:/), "NO_BALANCE"]);
  });
});

describe("getAdditionalService", () => {
  it("is an order of its own for another service on the same number", async () => {
    const own = await givenBuyer();
    const parent = await buy(own, { country: 6 });
    const input = { id: parent.id, service: "wa" };
    const answer = await told(own, "getAdditionalService", input);
    const child = /^ADDITIONAL:(\d+):(\d+)$/.exec(answer);
    expect(child?.[2]).toBe(parent.number);
    const childId = child?.[1] as string;
    expect(await told(own, "getAdditionalService", input)).toBe("REPEAT_ADDITIONAL_SERVICE");
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(3_000);
    await push(childId, "WhatsApp code 123456", "WhatsApp");
    expect(await told(own, "getStatus", { id: childId })).toBe("STATUS_OK:123456");
    expect(await told(own, "getStatus", { id: parent.id })).toBe("STATUS_WAIT_CODE");
    expect(await told(own, "cancelActivation", { id: parent.id })).toBe("ACCESS_CANCEL");
    expect(await told(own, "getBalance", {})).toBe("ACCESS_BALANCE:80.00");
  });

  it("answers the same for the same orderId and refuses another one's", async () => {
    const own = await givenBuyer();
    const parent = await buy(own, { country: 6 });
    const input = { id: parent.id, service: "wa", orderId: "add-1" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => told(own, "getAdditionalService", input)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^ADDITIONAL:/);
    const other = await buy(own, { country: 6 });
    expect(await told(own, "getAdditionalService", { ...input, id: other.id })).toBe("ORDER_ALREADY_EXISTS");
  });

  it("refuses what cannot be had", async () => {
    const own = await givenBuyer();
    const parent = await buy(own, { country: 6 });
    const ask = (parameters: Sent, by = own) =>
      told(by, "getAdditionalService", { id: parent.id, service: "wa", ...parameters });
    expect(await ask({ service: "nosuch" })).toBe("WRONG_ADDITIONAL_SERVICE");
    // On sale somewhere, and not on this number.
    expect(await ask({ service: "vi" })).toBe("WRONG_ADDITIONAL_SERVICE");
    expect(await ask({ service: "tg" })).toBe("REPEAT_ADDITIONAL_SERVICE");
    expect(await ask({ id: "x" })).toBe("WRONG_ACTIVATION_ID");
    expect(await ask({}, await givenBuyer())).toBe("WRONG_ACTIVATION_ID");
    const poor = await givenApiBuyer(db, 2_999);
    const first = await buy(poor, { country: 6 });
    expect(await ask({ id: first.id }, poor)).toBe("NO_BALANCE");
    const finished = await givenFinished(own);
    expect(await ask({ id: finished.id })).toBe("WRONG_SECURITY");
    const bank = await one<{ code: string }>(
      db,
      sql`select code from catalogue_services where category = 'bank' order by id limit 1`,
    );
    expect(await ask({ service: bank.code })).toBe("WRONG_ADDITIONAL_SERVICE");
  });
});

describe("a price that has risen", () => {
  /** The lists showed the lower price until now. */
  async function raise({ offerId }: Offer, from: number, to: number) {
    await execute(owner, sql`update pricing_offers set retail_kopecks = ${to} where id = ${offerId}`);
    await execute(
      owner,
      sql`insert into pricing_past_offers (service_id, country_id, supplier_id, operator, api_only, retail_kopecks,
            wholesale_kopecks, until)
          select service_id, country_id, supplier_id, operator, api_only, ${from}, ${from}, app_now() + interval '1 minute'
          from pricing_offers where id = ${offerId}`,
    );
  }
  const settle = async (risen: Offer, price: number) => {
    await execute(
      owner,
      sql`update pricing_offers set retail_kopecks = ${price} where id = ${risen.offerId}`,
    );
    await execute(owner, sql`delete from pricing_past_offers`);
    await execute(owner, sql`update job_clock set offset_interval = '0'`);
  };

  it("buys the same number again within the tolerance only, and at the new price once that is listed", async () => {
    const own = await givenBuyer();
    const first = await givenFinished(own);
    const again = () => told(own, "getExtraActivation", { activationId: first.id });
    const spent = (await getBalance(db, own.userId)).availableKopecks;
    await raise(offer, 1_000, 1_051);
    expect(await again()).toBe("NEW_ACTIVATION_IMPOSSIBLE");
    expect((await getBalance(db, own.userId)).availableKopecks).toBe(spent);
    await moveClock(owner, "61 seconds");
    expect(await again()).toMatch(/^ACCESS_NUMBER:/);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(1_051);
    await settle(offer, 1_000);
    const second = await givenFinished(own);
    await raise(offer, 1_000, 1_050);
    expect(await told(own, "getExtraActivation", { activationId: second.id })).toMatch(/^ACCESS_NUMBER:/);
    await settle(offer, 1_000);
  });

  it("buys another service on a number within the tolerance only", async () => {
    const own = await givenBuyer();
    const order = await buy(own, { country: 6 });
    const add = () => told(own, "getAdditionalService", { id: order.id, service: "wa" });
    const held = (await getBalance(db, own.userId)).heldKopecks;
    await raise(whatsApp, 2_000, 2_101);
    expect(await add()).toBe("WRONG_ADDITIONAL_SERVICE");
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(held);
    await settle(whatsApp, 2_000);
    await raise(whatsApp, 2_000, 2_100);
    expect(await add()).toMatch(/^ADDITIONAL/);
    await settle(whatsApp, 2_000);
  });
});

describe("who has an agreed price", () => {
  const agree = (own: ApiBuyer, serviceId: number, priceKopecks: number) =>
    agreePersonalPrice(owner, {
      userId: own.userId,
      serviceId,
      countryId: 6,
      priceKopecks: kopecks(priceKopecks),
    });
  const costs = ({ offerId }: Offer, costKopecks: number) =>
    execute(owner, sql`update pricing_offers set cost_kopecks = ${costKopecks} where id = ${offerId}`);

  it("has the same number again only while it does not cost us more", async () => {
    const own = await givenBuyer();
    const first = await givenFinished(own);
    await agree(own, 52, 600);
    const again = () => told(own, "getExtraActivation", { activationId: first.id });
    await costs(offer, 601);
    expect(await again()).toBe("RENEW_ACTIVATION_NOT_AVAILABLE");
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(0);
    await costs(offer, 600);
    expect(await again()).toMatch(/^ACCESS_NUMBER:/);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(600);
    await costs(offer, 500);
  });

  it("has another service on a number only while it does not cost us more", async () => {
    const own = await givenBuyer();
    const order = await buy(own, { country: 6 });
    const { service_id: serviceId } = await one<{ service_id: number }>(
      db,
      sql`select service_id from pricing_offers where id = ${whatsApp.offerId}`,
    );
    await agree(own, serviceId, 600);
    const add = () => told(own, "getAdditionalService", { id: order.id, service: "wa" });
    const held = (await getBalance(db, own.userId)).heldKopecks;
    await costs(whatsApp, 601);
    expect(await add()).toBe("WRONG_ADDITIONAL_SERVICE");
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(held);
    await costs(whatsApp, 600);
    expect(await add()).toMatch(/^ADDITIONAL/);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(held + 600);
    await costs(whatsApp, 500);
  });
});
