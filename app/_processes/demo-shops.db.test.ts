import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { seedReadyAccounts } from "#app/_processes/demo-shops.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { findNewestAgreement } from "#features/licences/agents/agents.reads.ts";
import { publishAgreement } from "#features/licences/agents/agents.writes.ts";
import { seedFirstSoftware } from "#features/licences/first-software.writes.ts";
import { stepProduct } from "#features/licences/products/products.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { listReadyOffers } from "#features/ready-accounts/offers.reads.ts";
import { stepOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const BALANCE = 10_000_000;

let staffId: UserId;
let buyerId: UserId;
let ownerId: UserId;
let agentId: UserId;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  staffId = (await givenStaff(db, "money")).userId;
  buyerId = await givenCustomer(db, BALANCE);
  [ownerId, agentId] = [await givenCustomer(db, 0), await givenCustomer(db, 0)];
});

const seedAccounts = () =>
  seedReadyAccounts(db, { buyerId, owner: { id: ownerId, email: "owner@example.com" }, staffId });
const seedSoftware = () => withTransaction(db, (tx) => seedFirstSoftware(tx, { agentId, staffId }));

const counts = () =>
  one(
    db,
    sql`select (select count(*) from ready_accounts_offers) as offers, (select count(*) from ready_accounts_units) as units,
          (select count(*) from ready_accounts_orders) as orders, (select count(*) from stores_stores) as stores,
          (select count(*) from licences_products) as products, (select count(*) from licences_versions) as versions,
          (select count(*) from licences_agreements) as agreements, (select count(*) from licences_agents) as agents`,
  );

describe("the default start", () => {
  test("sells ready accounts of the house and of a store, one of which the demo's buyer has, whose balance is as before", async () => {
    // Two starts at the same moment.
    await Promise.all([seedAccounts(), seedAccounts()]);
    const found = await rows<{ state: string; isSellers: boolean; free: number; sold: number }>(
      db,
      sql`select o.state, o.seller_id is not null as "isSellers",
            count(*) filter (where u.state = 'available') as free, count(*) filter (where u.state = 'sold') as sold
          from ready_accounts_offers o join ready_accounts_units u on u.offer_id = o.id group by o.id order by o.id`,
    );
    expect(found).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ state: "on_sale", isSellers: false, sold: 0 })),
      { state: "on_sale", isSellers: true, sold: 1 },
    ]);
    expect(found.every(({ free }) => free > 10)).toBe(true);
    const telegram = await listReadyOffers(db, "site", "tg");
    expect(telegram).toHaveLength(3);
    expect(await getBalance(db, buyerId)).toMatchObject({ availableKopecks: BALANCE, heldKopecks: 0 });
  });

  test("sells software with a version, and has an agreement for an agent who has not accepted it yet", async () => {
    await Promise.all([seedSoftware(), seedSoftware()]);
    expect(await counts()).toMatchObject({ products: 1, versions: 1, agreements: 1, agents: 1 });
    const agent = await one(
      db,
      sql`select is_agent as "isAgent", exists (select from licences_acceptances where user_id = ${agentId}) as "hasAccepted"
          from identity_users where id = ${agentId}`,
    );
    expect(agent).toEqual({ isAgent: true, hasAccepted: false });
  });

  test("writes nothing at its later starts, whatever the buyer has left", async () => {
    const before = await counts();
    await seedAccounts();
    await seedSoftware();
    expect(await counts()).toEqual(before);
    expect(await getBalance(db, buyerId)).toMatchObject({ availableKopecks: BALANCE });
  });

  test("leaves what staff and owners make of it as they left it", async () => {
    const { offerId, productId } = await one<{ offerId: number; productId: number }>(
      db,
      sql`select (select min(id) from ready_accounts_offers) as "offerId", (select min(id) from licences_products) as "productId"`,
    );
    await withTransaction(db, async (tx) => {
      await stepOffer(tx, offerId, "stop");
      await stepProduct(tx, productId, "stop");
      await setAccountRole(tx, ownerId, "store", false);
      await setAccountRole(tx, agentId, "agent", false);
      await publishAgreement(tx, { text: "Sell honestly.", staffId });
    });
    const before = await counts();
    await seedAccounts();
    await Promise.all([seedSoftware(), seedSoftware()]);
    expect(await counts()).toEqual(before);
    expect((await findNewestAgreement(db))?.text).toBe("Sell honestly.");
    const left = await one(
      db,
      sql`select (select state from ready_accounts_offers where id = ${offerId}) as offer,
            (select state from licences_products where id = ${productId}) as product,
            (select bool_or(is_store or is_agent) from identity_users where id in (${ownerId}, ${agentId})) as "hasRole"`,
    );
    expect(left).toEqual({ offer: "stopped", product: "stopped", hasRole: false });
  });
});
