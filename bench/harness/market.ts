import { createHash } from "node:crypto";
import type { BenchDb } from "#bench/harness/server.ts";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";

/** Ids of the seeded catalogue without a gap and without a refusal of policy, so that pgbench can draw them. */
export const SERVICES = { from: 48, to: 67 } as const;
export const COUNTRIES = { from: 1, to: 20 } as const;
/** The offer that everybody wants. */
export const HOT = { serviceId: 69, countryId: 6, offerId: 1_000_000 } as const;
export const SUPPLIER_ID = 1;
export const PUSH_KEY = "bench-push-key";
const COST_KOPECKS = 1_000;
export const RETAIL_KOPECKS = 1_400;
const WHOLESALE_KOPECKS = 1_250;
const BALANCE_KOPECKS = 10_000_000_000;
/** Wallets of users are numbered from here. */
const WALLETS_FROM = 1_000;
const ORDERS_FROM = 100_000;

export type MarketInput = {
  users: number;
  /** Countries with an offer for each of the twenty services; the first twenty by default. */
  countries?: number;
  stockPerOffer: number;
  hotStock?: number;
  /** Orders of the past: each has a hold and a refund in the ledger. */
  pastOrders?: number;
  /** Millions of rows: seals, which no purchase reads, are left out. */
  isHuge?: boolean;
};

/** The API key of a user of the market. */
export function apiKeyOf(userId: number): string {
  return createHash("md5").update(`bench:${userId}`).digest("hex");
}

/** One of the orders of the past, counted from 0, and whose it is. */
export function pastOrderId(at: number, users: number): { id: number; userId: number } {
  return { id: ORDERS_FROM + at + 1, userId: 1 + (at % users) };
}

/** Fills a database set-based: users 1..n with keys and money, offers with stock, past orders with their ledger rows. */
export async function fillMarket(db: BenchDb, input: MarketInput): Promise<void> {
  await db.runAsSuperuser([
    // Foreign keys hold by construction here; proving each of a million rows costs minutes.
    "set session_replication_role = replica",
    "set maintenance_work_mem = '1GB'",
    ...people(input),
    ...INDEXES_REST,
    ...offers(input),
    ...past(input),
    ...INDEXES_AGAIN,
    ...(input.isHuge ? [] : ["select ledger_seal((select max(id) from ledger_transfers), 50000, 1000, '0')"]),
    "vacuum analyze",
    "checkpoint",
  ]);
}

const GROWING = ["supply_stock", "ledger_transfers", "activations"];
/** The indexes of what grows are built when the rows are there: row by row it takes several times as long. */
const INDEXES_REST = GROWING.map(
  (table) => `update pg_index set indisready = false where indrelid = '${table}'::regclass`,
);
const INDEXES_AGAIN = GROWING.map((table) => `reindex table ${table}`);

function people({ users, pastOrders = 0 }: MarketInput): string[] {
  return [
    `insert into identity_users (id, email, email_key, name, password_hash, email_confirmed_at) overriding system value
      select i, 'user' || i || '@bench.test', 'user' || i || '@bench.test', 'User ' || i, '$argon2id$v=19$m=19456,t=2,p=1$none', app_now()
      from generate_series(1, ${users}) i`,
    "insert into identity_settings (user_id) select id from identity_users",
    // Nothing of a benchmark's purchases is closed again: the limit is read as ever and is never in the way.
    "insert into activations_standings (user_id, earned_max, granted_max) select id, 500, 1000000000 from identity_users",
    `insert into identity_api_keys (user_id, key_hash, key_prefix)
      select id, sha256(convert_to(md5('bench:' || id), 'UTF8')), 'bench' from identity_users`,
    `insert into ledger_accounts (id, kind, user_id, posted_kopecks, held_kopecks, version) overriding system value
      select ${WALLETS_FROM} + i, 'user', i, ${BALANCE_KOPECKS}, 0, 1 + 2 * ((${pastOrders} - i + ${users}) / ${users})
      from generate_series(1, ${users}) i`,
    `insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference,
        account_id, posted_after_kopecks, held_after_kopecks, account_version, reason) overriding system value
      select i, 'demo_credit', 'single', b.id, ${WALLETS_FROM} + i, ${BALANCE_KOPECKS}, 'bench:' || i, ${WALLETS_FROM} + i,
        ${BALANCE_KOPECKS}, 0, 1, 'bench'
      from generate_series(1, ${users}) i, ledger_accounts b where b.kind = 'bonus'`,
    "select setval(pg_get_serial_sequence('identity_users', 'id'), (select max(id) from identity_users))",
    "select setval(pg_get_serial_sequence('ledger_accounts', 'id'), (select max(id) from ledger_accounts))",
  ];
}

function offers({ countries = COUNTRIES.to, stockPerOffer, hotStock = 0 }: MarketInput): string[] {
  return [
    `insert into supply_suppliers (id, code, name, kind, sealed_key, push_key_hash)
      values (${SUPPLIER_ID}, 'bench', 'Bench', 'own', 'none', '${hashPartnerKey(PUSH_KEY)}')`,
    `insert into supply_offers (id, supplier_id, service_id, country_id, claimed_count, cost_kopecks)
      select (c - 1) * 100 + s, ${SUPPLIER_ID}, s, c, least(${stockPerOffer}, 20000), ${COST_KOPECKS}
      from generate_series(${SERVICES.from}, ${SERVICES.to}) s, generate_series(${COUNTRIES.from}, ${countries}) c`,
    `insert into supply_offers (id, supplier_id, service_id, country_id, claimed_count, cost_kopecks)
      values (${HOT.offerId}, ${SUPPLIER_ID}, ${HOT.serviceId}, ${HOT.countryId}, least(${hotStock}, 20000), ${COST_KOPECKS})`,
    `insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks,
        wholesale_kopecks, count, healthy)
      select id, service_id, country_id, supplier_id, operator, 'own', cost_kopecks, ${RETAIL_KOPECKS}, ${WHOLESALE_KOPECKS}, claimed_count, true
      from supply_offers`,
    `insert into supply_stock (offer_id, number)
      select o.id, 100000000000 + n::bigint * 100000 + o.id from generate_series(1, ${stockPerOffer}) n, supply_offers o
      where o.id <> ${HOT.offerId}`,
    `insert into supply_stock (offer_id, number) select ${HOT.offerId}, 300000000000 + n from generate_series(1, ${hotStock}) n`,
  ];
}

/** Orders that were refunded: order k of a user moved the wallet's version by two. */
function past({ users, pastOrders = 0 }: MarketInput): string[] {
  const order = `generate_series(1, ${pastOrders}) j, lateral (select 1 + (j - 1) % ${users} as user_id, (j - 1) / ${users} as k,
    (select app_now()) - interval '60 days' + j * interval '1 second' as made_at) o`;
  return [
    `insert into activations (id, user_id, service_id, country_id, offer_id, supplier_id, supplier_kind, operator, number, state,
        price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash, channel, hold_minutes, due_at, expires_at,
        requested_at, issued_at, closed_at, close_reason)
      select ${ORDERS_FROM} + j, o.user_id, ${SERVICES.from}, ${COUNTRIES.from}, ${SERVICES.from}, ${SUPPLIER_ID}, 'own', 'any',
        200000000000 + j, 'cancelled', ${RETAIL_KOPECKS}, ${COST_KOPECKS}, 1, ${users} + 2 * j - 1, 'past:' || j, 'none', 'api', 20,
        o.made_at, o.made_at, o.made_at, o.made_at, o.made_at, 'cancelled'
      from ${order}`,
    `insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id,
        account_id, posted_after_kopecks, held_after_kopecks, account_version, reason, created_at) overriding system value
      select ${users} + 2 * j - 1 + v.is_void, 'activation', case v.is_void when 0 then 'pending' else 'void' end,
        ${WALLETS_FROM} + o.user_id, r.id, ${RETAIL_KOPECKS},
        'activation:' || (${ORDERS_FROM} + j) || ':hold' || case v.is_void when 0 then '' else ':void' end,
        case v.is_void when 1 then ${users} + 2 * j - 1 end,
        ${WALLETS_FROM} + o.user_id, ${BALANCE_KOPECKS}, case v.is_void when 0 then ${RETAIL_KOPECKS} else 0 end, 2 + 2 * o.k + v.is_void, 'cancelled', o.made_at
      from ${order}, ledger_accounts r, (values (0), (1)) v(is_void) where r.kind = 'revenue'`,
    `select setval(pg_get_serial_sequence('activations', 'id'), ${ORDERS_FROM} + ${pastOrders} + 1)`,
    `select setval(pg_get_serial_sequence('ledger_transfers', 'id'), ${users} + 2 * ${pastOrders} + 1)`,
  ];
}
