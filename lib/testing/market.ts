import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { seal } from "#lib/sealed-text.ts";

let lastUserId = 1_000;

/** Orders that accounts of tests may have open, where the limit is not what is looked at. */
const OPEN_MAX = 100_000;

/** Lets an account have so many orders open as if the staff had said so; null: only what it has earned. */
export async function givenOpenMax(db: Db, userId: number, openMax: number | null): Promise<void> {
  await execute(
    db,
    sql`insert into activations_standings (user_id, earned_max, granted_max) values (${userId}, 10, ${openMax})
        on conflict (user_id) do update set granted_max = excluded.granted_max`,
  );
}

/** An account with money in its wallet. Identity's row is not needed by what these tests look at. */
export async function givenUser(db: Db, balanceKopecks: number): Promise<UserId> {
  lastUserId += 1;
  const userId = lastUserId as UserId;
  await givenOpenMax(db, userId, OPEN_MAX);
  if (balanceKopecks > 0) {
    await execute(
      db,
      sql`select * from ledger_move('demo_credit', ${userId}, 'main', ${balanceKopecks}, ${`test:${userId}`}, 'test')`,
    );
  }
  return userId;
}

export type OfferInput = {
  kind?: "own" | "agent";
  /** Country and service ids of the catalogue. */
  countryId?: number;
  serviceId?: number;
  operator?: string;
  costKopecks?: number;
  priceKopecks?: number;
  wholesaleKopecks?: number;
  /** Units on sale (own), or what the agent claims. */
  count?: number;
  /** Where the agent listens. */
  baseUrl?: string;
  honoursClientId?: boolean;
  apiOnly?: boolean;
  /** An earlier offer's supplier. */
  supplierId?: number;
};

export type Offer = { supplierId: number; levelId: number; numbers: number[]; pushKey: string };

let lastNumber = 628_110_000_000;

/** A supplier's offer on sale: level, offer and (own) stock. */
export async function givenOffer(db: Db, input: OfferInput = {}): Promise<Offer> {
  const { kind = "own", countryId = 6, serviceId = 52, operator = "any", count = 10 } = input;
  const { costKopecks = 1_000, priceKopecks = 1_400 } = input;
  const pushKey = crypto.randomUUID();
  const supplierId = input.supplierId ?? (await insertSupplier(db, kind, pushKey, input));
  const level = await one<{ id: number }>(
    db,
    sql`insert into supply_levels (supplier_id, service_id, country_id, operator, claimed_count, cost_kopecks)
        values (${supplierId}, ${serviceId}, ${countryId}, ${operator}, ${count}, ${costKopecks}) returning id`,
  );
  await execute(
    db,
    sql`insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks,
          wholesale_kopecks, count, healthy, api_only)
        values (${level.id}, ${serviceId}, ${countryId}, ${supplierId}, ${operator}, ${kind}, ${costKopecks}, ${priceKopecks},
          ${input.wholesaleKopecks ?? priceKopecks}, ${count}, true, ${input.apiOnly ?? false})`,
  );
  const numbers = kind === "own" ? Array.from({ length: count }, () => ++lastNumber) : [];
  await execute(
    db,
    sql`insert into supply_stock (level_id, number) select ${level.id}, n from unnest(${numbers}::bigint[]) n`,
  );
  return { supplierId, levelId: level.id, numbers, pushKey };
}

async function insertSupplier(db: Db, kind: string, pushKey: string, input: OfferInput): Promise<number> {
  const code = `s-${pushKey.slice(0, 8)}`;
  const baseUrl = kind === "agent" ? (input.baseUrl ?? "http://127.0.0.1:9/") : null;
  return withTransaction(db, async (tx) => {
    const row = await one<{ id: number }>(
      tx,
      sql`insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, honours_client_id, last_success_at)
          values (${code}, ${code}, ${kind}, ${baseUrl}, ${seal("agent-key")}, encode(sha256(convert_to(${pushKey}, 'UTF8')), 'hex'),
            ${input.honoursClientId ?? false}, app_now()) returning id`,
    );
    return row.id;
  });
}

/** Moves the database's clock for every deadline. Owner only. */
export async function moveClock(owner: Db, interval: string): Promise<void> {
  await execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
}
