import sql, { type Sql } from "sql-template-tag";
import { afterEach, beforeAll, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { readyAccountChecks } from "#features/ready-accounts/ready-accounts.checks.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });

/** A delivered order of two, another offer, and a purchase that is still under way. */
let delivered = 0;
let otherOffer = 0;
let held = 0;
/** Claims about a delivered order of four: one replaced, one refunded, one that waits. */
let claims: number[] = [];

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const userId = await givenUser(db, 100_000);
  const { offerId } = await givenAccountOffer(db, { count: 5 });
  otherOffer = (await givenAccountOffer(db, { count: 2 })).offerId;
  const bought = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site", idempotencyKey: "first-one" },
  });
  delivered = bought.orderId;
  const found = await db.query<{ id: number }>(
    sql`select order_id as id from ready_accounts_reserve(${userId}, 'second-one', 'hash', ${offerId}, 1, null, 'site', 30, 20)`,
  );
  held = found.rows[0]?.id ?? 0;
  claims = await givenClaims(userId);
});

async function givenClaims(userId: number): Promise<number[]> {
  const { offerId } = await givenAccountOffer(db, { count: 5 });
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 4, maxTotalKopecks: null, channel: "site", idempotencyKey: "claimed-one" },
  });
  const made: number[] = [];
  for (const place of [1, 2, 3]) {
    const claim = { userId, orderId, place, text: "it is closed", idempotencyKey: `claim-of-${place}` };
    made.push((await claimAccount(db, claim)).claimId);
  }
  // One is left in stock: the second gets the money.
  for (const claimId of made.slice(0, 2)) await settleDueClaim(db, claimId);
  return made;
}

afterEach(async () => {
  expect(await offendedChecks(owner, readyAccountChecks)).toEqual([]);
});

it("sound orders of accounts break no invariant to begin with", async () => {
  expect(await offendedChecks(owner, readyAccountChecks)).toEqual([]);
});

const unitOf = (id: number) => sql`(select min(unit_id) from ready_accounts_items where order_id = ${id})`;

/** What somebody could do to the rows by hand, and what finds it. */
const corruptions: readonly [string, () => Sql, RegExp][] = [
  [
    "an order of another's money",
    () => sql`update ready_accounts_orders set user_id = user_id + 1 where id = ${delivered}`,
    /has its hold, of its total/,
  ],
  [
    "a hold without an order",
    () => sql`update ready_accounts_orders set hold_id = 0 where id = ${held}`,
    /every hold belongs to an order/,
  ],
  [
    "delivered without money taken",
    () =>
      sql`update ready_accounts_orders set state = 'delivered', closed_at = app_now(), close_reason = 'delivered' where id = ${held}`,
    /money follows the state/,
  ],
  [
    "captured money of no delivered order",
    () => sql`update ready_accounts_orders set state = 'cancelled' where id = ${delivered}`,
    /the sum of the delivered orders/,
  ],
  [
    "an account taken out of an order",
    () =>
      sql`update ready_accounts_items set released_at = app_now() where order_id = ${delivered} and position = 1`,
    /as many accounts as were bought/,
  ],
  [
    "a sold account for sale again",
    () => sql`update ready_accounts_units set state = 'available' where id = ${unitOf(delivered)}`,
    /sold by one delivered order/,
  ],
  [
    "an account sold that was only held",
    () => sql`update ready_accounts_units set state = 'sold' where id = ${unitOf(held)}`,
    /sold by one delivered order/,
  ],
  [
    "an account of another offer",
    () => sql`update ready_accounts_units set offer_id = ${otherOffer} where id = ${unitOf(delivered)}`,
    /accounts of its own offer/,
  ],
  [
    "a price above what was agreed to",
    () => sql`update ready_accounts_orders set max_total_kopecks = total_kopecks - 1 where id = ${delivered}`,
    /never above what the buyer agreed to/,
  ],
  [
    "a delivery of accounts that nobody has opened",
    () => sql`update ready_accounts_orders set prepared_count = 1 where id = ${delivered}`,
    /ready with its delivery/,
  ],
  [
    "an order that is ready and not delivered",
    () => sql`update ready_accounts_orders set prepared_count = count where id = ${held}`,
    /ready with its delivery/,
  ],
  [
    "a purchase that was left lying",
    () => sql`update ready_accounts_orders set due_at = app_now() - interval '2 minutes' where id = ${held}`,
    /within 60 s of its time/,
  ],
  [
    "stock of a service that was taken down long ago",
    () => sql`with aged as (update ready_accounts_uploads set added_at = added_at - interval '2 minutes')
      insert into ready_accounts_takedowns (service_id, block_id, reason, taken_down_by, taken_down_at)
      values (52, 0, 'a test', 1, app_now() - interval '2 minutes')`,
    /nothing is on sale, in stock or held/,
  ],
  [
    "a takedown without its block",
    () =>
      sql`insert into ready_accounts_takedowns (service_id, block_id, reason, taken_down_by) values (52, 0, 'a test', 1)`,
    /the end of its block/,
  ],
  [
    "a warranty that ends at another time",
    () =>
      sql`update ready_accounts_orders set warranty_until = warranty_until + interval '1 hour' where id = ${delivered}`,
    /its hours after the delivery/,
  ],
  [
    "a claim of another's account",
    () => sql`update ready_accounts_claims set user_id = user_id + 1 where id = ${claims[2] ?? 0}`,
    /a claim is its buyer's/,
  ],
  [
    "a claim about another account than stood there",
    () => sql`update ready_accounts_claims set position = 4 where id = ${claims[2] ?? 0}`,
    /a claim is its buyer's/,
  ],
  [
    "an account of another offer in place of one",
    () =>
      sql`update ready_accounts_claims set replacement_unit_id = ${unitOf(held)} where id = ${claims[0] ?? 0}`,
    /another one of the same offer/,
  ],
  [
    "an account given in place of one that is for sale again",
    () =>
      sql`update ready_accounts_units set state = 'available'
          where id = (select replacement_unit_id from ready_accounts_claims where id = ${claims[0] ?? 0})`,
    /given in place of another/,
  ],
  [
    "a refund of another amount",
    () =>
      sql`update ready_accounts_claims set refund_kopecks = refund_kopecks - 1 where id = ${claims[1] ?? 0}`,
    /has its refund/,
  ],
  [
    "a refund that no claim knows",
    () =>
      sql`update ready_accounts_claims set state = 'refused', refund_kopecks = null, refund_transfer_id = null where id = ${claims[1] ?? 0}`,
    /has its refund/,
  ],
  [
    "a claim that was left lying",
    () =>
      sql`update ready_accounts_claims set due_at = app_now() - interval '2 minutes' where id = ${claims[2] ?? 0}`,
    /decided for its buyer within 60 s/,
  ],
  [
    "a description with a tag that runs",
    () =>
      sql`update ready_accounts_offers set description_html = '<p>x</p><img src=x onerror=alert(1)>' where id = ${otherOffer}`,
    /no tags but a few bare ones/,
  ],
  [
    "an account in stock that says nothing",
    () =>
      sql`update ready_accounts_units set sealed_key = null, sealed_text = null, erased_at = app_now() where id = ${unitOf(held)}`,
    /can be read/,
  ],
];

it.each(corruptions)("a check of ready accounts finds %s", async (_, corrupt, finds) => {
  const names = await undone(owner, async (tx) => {
    expect(await execute(tx, corrupt())).toBeGreaterThan(0);
    return offendedChecks(tx, readyAccountChecks);
  });
  expect(names).toContainEqual(expect.stringMatching(finds));
});

it("the same account twice is refused by the table itself", async () => {
  await expect(
    execute(
      owner,
      sql`update ready_accounts_units set fingerprint = (select fingerprint from ready_accounts_units where id = ${unitOf(held)})
          where id = ${unitOf(delivered)}`,
    ),
  ).rejects.toMatchObject({ code: "23505" });
});
