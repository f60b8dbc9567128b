import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  get,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { accountLines, givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import {
  clearTakedown,
  listUnclearedTakedowns,
  takeDownService,
} from "#features/ready-accounts/takedown/takedown.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";

const PATH = "ready-accounts/takedowns";
const reason = "the service has asked us";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

/** A service of the catalogue that nothing else is about and policy lets be sold. */
let used = 0;
async function givenService(): Promise<{ id: number; code: string }> {
  used += 1;
  return one<{ id: number; code: string }>(
    db,
    sql`select id, code from catalogue_services s
        where s.id <> 52 and not exists (select from policy_blocks b where b.service_id = s.id and b.lifted_at is null)
        order by id offset ${20 + used} limit 1`,
  );
}

const takeDown = (code: string, key = newKey(), staff = anna) =>
  send(staff, PATH, { serviceCode: code, reason }, "POST", key);

const buy = (userId: number, offerId: number) =>
  buyReadyAccounts(db, {
    ...{ userId, offerId, count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });

const givenSeller = async () => ({
  sellerId: await givenUser(db, 0),
  provenance: "Registered by ourselves",
});

/** The first half of a purchase alone. */
async function givenHeld(offerId: number) {
  const userId = await givenUser(db, 5_000);
  const { id } = await one<{ id: number }>(
    db,
    sql`select order_id as id from ready_accounts_reserve(${userId}, ${randomUUID()}, 'hash', ${offerId}, 2, null, 'site', 30, 20)`,
  );
  return { userId, orderId: id };
}

const unitsOf = (offerId: number) =>
  rows<{ state: string; reason: string | null; isErased: boolean }>(
    db,
    sql`select distinct state, withdrawal_reason as reason, sealed_text is null and sealed_key is null as "isErased"
        from ready_accounts_units where offer_id = ${offerId}`,
  );
const orderOf = (id: number) =>
  one<{ state: string; closeReason: string | null }>(
    db,
    sql`select state, close_reason as "closeReason" from ready_accounts_orders where id = ${id}`,
  );
const offerOf = (id: number) =>
  one<{ state: string }>(db, sql`select state from ready_accounts_offers where id = ${id}`);
const lineOf = async (code: string) =>
  (await get(PATH)).body.items.find((line: { service: { code: string } }) => line.service.code === code);

/** How many statements wait for a lock. */
const countWaiting = async () =>
  (
    await one<{ count: number }>(
      owner,
      sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).count;

const gone = [{ state: "withdrawn", reason: "taken_down", isErased: true }];

test("a service that is taken down has its offers stopped, its stock withdrawn with its texts and held orders refunded, once", async () => {
  const service = await givenService();
  const { offerId } = await givenAccountOffer(db, { serviceId: service.id, count: 4 });
  const other = await givenAccountOffer(db, { serviceId: service.id, count: 1 }, await givenSeller());
  const stays = await givenAccountOffer(db, { serviceId: 52, count: 1 });
  const { userId, orderId } = await givenHeld(offerId);
  const key = newKey();
  const first = await takeDown(service.code, key);
  expect([first.status, first.body]).toEqual([
    200,
    { id: expect.any(Number), stoppedCount: 2, withdrawnCount: 3 },
  ]);
  expect(await orderOf(orderId)).toEqual({ state: "cancelled", closeReason: "taken_down" });
  expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  for (const id of [offerId, other.offerId])
    expect([await unitsOf(id), await offerOf(id)]).toEqual([gone, { state: "stopped" }]);
  expect(await offerOf(stays.offerId)).toEqual({ state: "on_sale" });
  expect(await lineOf(service.code)).toMatchObject({
    ...{ id: first.body.id, reason, by: { id: anna.userId }, withdrawnCount: 5, givenBackCount: 1 },
  });
  expect((await takeDown(service.code, key)).body).toEqual(first.body);
  const again = await takeDown(service.code, newKey(), boris);
  expect(again.body).toEqual({ id: first.body.id, stoppedCount: 0, withdrawnCount: 0 });
  expect(await actionsOf(`account-takedown:${first.body.id}`)).toEqual([
    { action: "accountTakedown.set", actor: anna.userId },
  ]);
  const blocks = await rows(
    db,
    sql`select mode, reason_code as code from policy_blocks where service_id = ${service.id} and lifted_at is null`,
  );
  expect(blocks).toEqual([{ mode: "readyAccounts", code: "TAKEDOWN" }]);
});

test("nothing of a service that is taken down is sold, put on sale or brought, and its offers say so", async () => {
  const service = await givenService();
  const { offerId } = await givenAccountOffer(db, { serviceId: service.id });
  await takeDown(service.code);
  const userId = await givenUser(db, 5_000);
  await expect(buy(userId, offerId)).rejects.toMatchObject({ code: "NOT_FOR_SALE" });
  const offer = `ready-accounts/offers/${offerId}`;
  const text = accountLines(1).join();
  for (const [path, body] of [
    [`${offer}/step`, { step: "put_on_sale", reason }],
    [`${offer}/stock`, { text, reason }],
  ] as const)
    expect(codeOf(await send(anna, path, body))).toEqual([409, "OFFER_TAKEN_DOWN"]);
  const { body } = await get("ready-accounts/offers");
  expect(body.items.find(({ id }: { id: number }) => id === offerId)).toMatchObject({ isTakenDown: true });
});

test("a takedown that is lifted lets offers be put on sale and stock be brought again, and brings nothing back", async () => {
  const service = await givenService();
  const { offerId, lines } = await givenAccountOffer(db, { serviceId: service.id });
  const { id } = (await takeDown(service.code)).body;
  const lifted = await send(anna, `${PATH}/${id}/lift`, { reason: "they agree" });
  expect([lifted.status, lifted.body]).toEqual([200, { id }]);
  expect(await lineOf(service.code)).toBeUndefined();
  expect([await unitsOf(offerId), await offerOf(offerId)]).toEqual([gone, { state: "stopped" }]);
  expect(codeOf(await send(anna, `${PATH}/${id}/lift`, { reason: "they agree" }))).toEqual([
    404,
    "TAKEDOWN_NOT_FOUND",
  ]);
  const offer = `ready-accounts/offers/${offerId}`;
  expect((await send(anna, `${offer}/stock`, { text: lines[0], reason })).status).toBe(200);
  expect((await send(anna, `${offer}/step`, { step: "put_on_sale", reason })).status).toBe(200);
  expect((await buy(await givenUser(db, 5_000), offerId)).items).toEqual([lines[0]]);
  expect((await actionsOf(`account-takedown:${id}`)).map(({ action }) => action)).toEqual([
    "accountTakedown.set",
    "accountTakedown.lift",
  ]);
});

test("deliveries at the same moment as a takedown are sold or refunded, and no money stays held", async () => {
  const service = await givenService();
  const { offerId } = await givenAccountOffer(db, { serviceId: service.id, count: 24 });
  const held = await Promise.all(Array.from({ length: 10 }, () => givenHeld(offerId)));
  const deliveries = held.map(({ orderId }) => settleOrder(db, orderId));
  const [taken] = await Promise.all([takeDown(service.code), ...deliveries]);
  expect(taken.status).toBe(200);
  let soldCount = 0;
  for (const { userId, orderId } of held) {
    const { state } = await orderOf(orderId);
    expect(["delivered", "cancelled"]).toContain(state);
    const availableKopecks = state === "delivered" ? 3_000 : 5_000;
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks, heldKopecks: 0 });
    soldCount += state === "delivered" ? 2 : 0;
  }
  const { sold, others } = await one<{ sold: number; others: number }>(
    db,
    sql`select count(*) filter (where state = 'sold')::int as sold,
          count(*) filter (where state in ('available', 'held'))::int as others
        from ready_accounts_units where offer_id = ${offerId}`,
  );
  expect([sold, others]).toEqual([soldCount, 0]);
});

test("a delivery that waits for the takedown's lock gives the money back, though policy let it begin", async () => {
  const service = await givenService();
  const { offerId } = await givenAccountOffer(db, { serviceId: service.id });
  const { userId, orderId } = await givenHeld(offerId);
  const step = { serviceId: service.id, staffId: anna.userId, reason };
  // The policy of this process is as it was: nothing tells it before the commit.
  const delivery = await withTransaction(db, async (tx) => {
    await takeDownService(tx, step);
    const ended = settleOrder(db, orderId);
    await eventually(async () => expect(await countWaiting()).toBe(1));
    return { ended };
  });
  await delivery.ended;
  expect(await orderOf(orderId)).toEqual({ state: "cancelled", closeReason: "taken_down" });
  expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  expect(await unitsOf(offerId)).toEqual(gone);
});

test("a takedown that was cut off behind its first step is brought to its end by the sweep", async () => {
  const service = await givenService();
  const { offerId } = await givenAccountOffer(db, { serviceId: service.id });
  const { userId, orderId } = await givenHeld(offerId);
  const step = { serviceId: service.id, staffId: anna.userId, reason };
  const { id } = await withTransaction(db, (tx) => takeDownService(tx, step));
  expect(await orderOf(orderId)).toMatchObject({ state: "held" });
  expect(await listUnclearedTakedowns(owner, 50)).toContain(id);
  await Promise.all([clearTakedown(db, id), clearTakedown(db, id)]);
  expect(await listUnclearedTakedowns(owner, 50)).not.toContain(id);
  expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  expect(await unitsOf(offerId)).toEqual(gone);
});

test("support looks at takedowns and makes none, and nothing unknown is taken down", async () => {
  expect((await get(PATH, support)).status).toBe(200);
  expect((await takeDown("tg", newKey(), support)).status).toBe(403);
  expect(codeOf(await takeDown("none"))).toEqual([404, "SERVICE_NOT_FOUND"]);
});
