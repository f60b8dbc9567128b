import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { statisticsUserChecks } from "#features/statistics/users/users.checks.ts";
import { findPeriod, readStatistics, statementOf } from "#features/statistics/users/users.reads.ts";
import { groupings, purchaseKinds } from "#features/statistics/users/users.rules.ts";
import { countPurchases } from "#features/statistics/users/users.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

// Orders in masses, without the money that the features above would look for.
const { db, owner } = await useTestDb({ checkAfterwards: false });

/** Orders of one user over 90 days, in five services and six countries, and a tenth as many rentals and orders of accounts; others have as many. */
const ORDERS = 100_000;
const RENTALS = ORDERS / 10;
const ACCOUNT_ORDERS = ORDERS / 10;
const BUYER = 1;
/** Orders of the last minutes, which the sweep leaves for later. */
const YOUNG = 50;

/** In the order of their time, as real ones are: the user's and others' in turn. */
const given = (
  table: string,
  count: number,
  spread: string,
) => sql`select case when n % 2 = 0 then ${BUYER}::int else 100 + n % 997 end as user_id, n / 2 as o,
    app_now() - ${spread}::interval * (1 - n / ${2 * count}::float8) as at, ${table} || ${spread} || n as key
  from generate_series(1, ${2 * count}::int) n order by n`;

async function givenOrders(count: number, spread: string): Promise<void> {
  const statement = sql`insert into activations (user_id, service_id, country_id, offer_id, supplier_id, supplier_kind, operator, number,
      state, price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash, channel, hold_minutes, due_at, expires_at,
      requested_at, issued_at, received_at, closed_at)
    select user_id, (array[52, 20, 1, 2, 3])[1 + o % 5], (array[6, 10, 4, 22, 33, 36])[1 + o % 6], 1, 1, 'own', 'any',
      628110000000 + o, case when o % 3 = 0 then 'expired' else 'completed' end, 1400, 1000, 1, o, key, 'none', 'api', 20, at, at, at, at,
      case when o % 3 <> 0 then at + make_interval(secs => 3 + o % 97) end, at + interval '2 minutes'
    from (${given("activation", count, spread)}) given`;
  await withTransaction(owner, (tx) => execute(tx, statement), { statementTimeoutMs: 120_000 });
}

async function givenRentals(count: number, spread: string): Promise<void> {
  const statement = sql`insert into rentals (user_id, service_id, country_id, supplier_id, operator, number, state, hours, price_kopecks,
      cost_kopecks, hour_cost_kopecks, hour_kopecks, hold_id, idempotency_key, input_hash, channel, requested_at, issued_at, cancel_until,
      expires_at, due_at, captured_at, closed_at)
    select user_id, 52, 6, 1, 'any', 628110000000 + o, 'expired', 4, 560, 400, 100, 140, o, key, 'none', 'api', at, at, at,
      at + interval '4 hours', at, at, at + interval '4 hours'
    from (${given("rental", count, spread)}) given`;
  await withTransaction(owner, (tx) => execute(tx, statement), { statementTimeoutMs: 120_000 });
}

async function givenAccountOrders(count: number, spread: string): Promise<void> {
  const { offerId } = await givenAccountOffer(db, { count: 0 });
  const statement = sql`insert into ready_accounts_orders (user_id, offer_id, count, price_kopecks, total_kopecks, warranty_hours, state,
      service_id, country_id, offer_name, hold_id, idempotency_key, input_hash, channel, ordered_at, due_at, closed_at, close_reason)
    select user_id, ${offerId}, 2, 1000, 2000, 0, 'delivered', 52, 6, 'Telegram, aged', o * 2 + (user_id = ${BUYER})::int, key, 'none', 'site', at, at, at, 'delivered'
    from (${given("accounts", count, spread)}) given`;
  await withTransaction(owner, (tx) => execute(tx, statement), { statementTimeoutMs: 120_000 });
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await givenAccountOrders(ACCOUNT_ORDERS, "89 days");
  await givenOrders(ORDERS, "89 days");
  await givenRentals(RENTALS, "89 days");
  await execute(owner, sql`analyze activations, rentals, ready_accounts_orders, ready_accounts_offers`);
  while ((await countPurchases(db, 10_000)) > 0);
  await givenOrders(YOUNG, "2 minutes");
  await execute(owner, sql`analyze statistics_users, statistics_running`);
}, 240_000);

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test(`a page of a user with ${ORDERS.toLocaleString("en")} orders looks at sums and at what is not yet among them, at no order besides`, async () => {
  const period = await findPeriod(db, { days: 90 });
  for (const kind of purchaseKinds) {
    for (const by of groupings) {
      const statement = statementOf({ userId: BUYER, kind, ...period }, ["total", "series", by]);
      const [row] = await rows<{ "QUERY PLAN": [{ Plan: Plan }] }>(owner, {
        text: `explain (analyze, buffers, format json) ${statement.text}`,
        values: statement.values,
      });
      const nodes = nodesOf(row!["QUERY PLAN"][0].Plan);
      const read = nodes.filter((node) => node["Relation Name"] !== undefined);
      const scanned = read
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"]);
      // A single row (also of offers), and tables that are empty here: nothing that grows with orders.
      expect(
        scanned.filter(
          (table) =>
            !/^(statistics_users_progress|statistics_running|rentals_extensions|ready_accounts_offers)$/.test(
              table ?? "",
            ),
        ),
      ).toEqual([]);
      // Blocks of 8 KB; the orders themselves fill more than ten times as many.
      expect(nodes[0]!["Shared Hit Blocks"] + nodes[0]!["Shared Read Blocks"]).toBeLessThan(1_000);
    }
  }
});

test("sums and orders tell the same, to the second of the median", async () => {
  const period = await findPeriod(db, { days: 90 });
  const view = await readStatistics(db, {
    userId: BUYER,
    kind: "activation",
    by: "country",
    locale: "en",
    ...period,
  });
  expect(view.total.requests).toBe(ORDERS + YOUNG);
  const [told] = await rows(
    db,
    sql`select count(*) as requests, count(received_at) as successes, count(received_at) * 1400 as "spentKopecks",
          percentile_disc(0.5) within group (order by extract(epoch from received_at - issued_at))::int as "medianSeconds"
        from activations where user_id = ${BUYER}`,
  );
  expect(view.total).toMatchObject(told as object);
  expect(view.groups).toHaveLength(6);
  const bought = await readStatistics(db, {
    userId: BUYER,
    kind: "accounts",
    by: "day",
    locale: "en",
    ...period,
  });
  expect(bought.total).toMatchObject({
    ...{ accountOrders: ACCOUNT_ORDERS, accounts: 2 * ACCOUNT_ORDERS, spentKopecks: 2_000 * ACCOUNT_ORDERS },
  });
  const offences = await listOffences(owner, statisticsUserChecks);
  expect(offences.filter(({ count }) => count > 0).map(offenceText)).toEqual([]);
});
