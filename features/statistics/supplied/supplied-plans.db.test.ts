import sql, { type Sql } from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { sumSupplied, suppliedStatement } from "#features/statistics/supplied/supplied.reads.ts";
import { suppliedGroupings, suppliedKinds } from "#features/statistics/supplied/supplied.rules.ts";
import { countSupplied } from "#features/statistics/supplied/supplied.writes.ts";
import {
  listSuppliedOrders,
  suppliedOrdersStatement,
} from "#features/statistics/supplied/supplied-orders.reads.ts";
import { findPeriod } from "#features/statistics/users/users.reads.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

// Orders in masses, without the money that the features above would look for.
const { db, owner } = await useTestDb({ checkAfterwards: false });

/** Orders of everybody over 89 days; every thousandth is on a number of the small partner, every second on one of the large partner. */
const ORDERS = 60_000;
let small: number;
let large: number;

async function givenOrders(count: number, spread: string): Promise<void> {
  const statement = sql`insert into activations (user_id, service_id, country_id, offer_id, supplier_id, supplier_kind, operator, number,
      state, price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash, channel, hold_minutes, due_at, expires_at,
      requested_at, issued_at, received_at, closed_at)
    select 1, (array[52, 20, 1])[1 + n % 3], (array[6, 10])[1 + n % 2], 1,
      case when n % 1000 = 7 then ${small}::int when n % 2 = 0 then ${large}::int else 999 end, 'own', 'any', 628110000000 + n,
      case when n % 3 = 0 then 'expired' else 'completed' end, 1400, 1000, 1, n, ${spread} || n, 'none', 'api', 20, at, at, at, at,
      case when n % 3 <> 0 then at + make_interval(secs => 3 + n % 97) end, at + interval '2 minutes'
    from generate_series(1, ${count}::int) n
      cross join lateral (select app_now() - ${spread}::interval * (1 - n / ${count}::float8) as at) moment order by n`;
  await withTransaction(owner, (tx) => execute(tx, statement), { statementTimeoutMs: 120_000 });
}

beforeAll(async () => {
  small = (await givenSupplier(owner)).supplierId;
  large = (await givenSupplier(owner)).supplierId;
  for (const id of [small, large])
    await execute(owner, sql`update supply_suppliers set owner_user_id = ${id} where id = ${id}`);
  await givenOrders(ORDERS, "89 days");
  await execute(owner, sql`analyze activations, rentals`);
  while ((await countSupplied(db, 5_000)) > 0);
  await givenOrders(2_000, "4 minutes");
  await execute(owner, sql`analyze activations, statistics_supplied, statistics_supplied_orders`);
}, 240_000);

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Blocks of 8 KB that a statement reads, and the large tables that it reads from end to end. */
async function costOf({ text, values }: Sql): Promise<{ blocks: number; scanned: string[] }> {
  const [row] = await rows<{ "QUERY PLAN": [{ Plan: Plan }] }>(owner, {
    text: `explain (analyze, buffers, format json) ${text}`,
    values,
  });
  const nodes = nodesOf(row!["QUERY PLAN"][0].Plan);
  return {
    blocks: nodes[0]!["Shared Hit Blocks"] + nodes[0]!["Shared Read Blocks"],
    scanned: nodes
      .filter((node) => node["Node Type"] === "Seq Scan")
      .map((node) => node["Relation Name"] ?? "")
      .filter((table) => table === "activations" || table === "statistics_supplied_orders"),
  };
}
const anything = { status: null, serviceId: null, countryId: null, digits: null, from: null, to: null };

test(`among ${ORDERS.toLocaleString("en")} orders a partner with few finds them without reading everybody's`, async () => {
  const whole = await one<{ blocks: number }>(
    owner,
    sql`select (pg_relation_size('activations') / 8192)::int as blocks`,
  );
  for (const kind of suppliedKinds) {
    const { blocks, scanned } = await costOf(
      suppliedOrdersStatement(small, { ...anything, kind }, { below: null, limit: 51 }),
    );
    expect(scanned).toEqual([]);
    expect(blocks).toBeLessThan(whole.blocks / 2);
  }
  const period = await findPeriod(db, { days: 90 });
  for (const by of suppliedGroupings) {
    const { scanned } = await costOf(suppliedStatement({ supplierId: small, kind: "all", ...period }, by));
    expect(scanned).toEqual([]);
  }
});

test("a large partner's page looks through one stretch of its orders, not at all of them", async () => {
  const { scanned } = await costOf(
    suppliedOrdersStatement(large, { ...anything, kind: "activation" }, { below: null, limit: 51 }),
  );
  expect(scanned).toEqual([]);
});

test("a rare filter is found over several stretches, and the walk over all pages finds each order once", async () => {
  const wanted = await one<{ ids: number[] }>(
    db,
    sql`select jsonb_agg(id order by id desc) as ids from activations
        where supplier_id = ${large} and number::text like '%110009998'`,
  );
  const filter = { ...anything, kind: "activation" as const, digits: "110009998" };
  const found: number[] = [];
  let beforeId: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSuppliedOrders>> = await listSuppliedOrders(db, large, filter, {
      beforeId,
      limit: 50,
    });
    found.push(...page.orders.map(({ id }) => id));
    beforeId = page.nextBeforeId;
  } while (beforeId !== null);
  expect(found).toEqual(wanted.ids);
});

test("sums and orders tell the same, to the second of the median", async () => {
  const { total } = await sumSupplied(
    db,
    { supplierId: large, kind: "activation", ...(await findPeriod(db, { days: 91 })) },
    "country",
  );
  const [told] = await rows(
    db,
    sql`select count(*) as requests, count(received_at) as codes, count(received_at) * 1000 as "shareKopecks",
          percentile_disc(0.5) within group (order by extract(epoch from received_at - issued_at))::int as "medianSeconds"
        from activations where supplier_id = ${large}`,
  );
  expect(total).toMatchObject(told as object);
});
