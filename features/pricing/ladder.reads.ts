import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type SaleChannel } from "#features/policy/policy.rules.ts";
import { deniedSuppliers } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What one operator's numbers cost at one price step, all suppliers together. */
export type LadderStep = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly retailKopecks: Kopecks;
  readonly wholesaleKopecks: Kopecks;
  /** What a number costs us. Never told; it says who may buy at an agreed price. */
  readonly costKopecks: Kopecks;
  readonly count: number;
  /** When price or stock last changed. */
  readonly changedAt: Date;
};

type StepRow = Omit<LadderStep, "retailKopecks" | "wholesaleKopecks" | "costKopecks"> & {
  readonly retail: number;
  readonly wholesale: number;
  readonly cost: number;
};

export type LadderFilter = {
  /** At least one of the two must be named. */
  readonly serviceId: number | null;
  readonly countryId: number | null;
  readonly channel: SaleChannel;
};

/** With the policy's own two seconds a kill switch still acts within five. */
const KEPT_MS = 2_000;
const kept = new WeakMap<Db, LRUCache<string, Promise<readonly LadderStep[]>>>();

/**
 * Every price at which a service or a country is sold through a door, with its operators; cheapest first. At most two seconds
 * old: however many ask, each question is put to the database once in that time.
 */
export function readLadderSteps(db: Db, of: LadderFilter): Promise<readonly LadderStep[]> {
  const cache =
    kept.get(db) ?? new LRUCache<string, Promise<readonly LadderStep[]>>({ max: 2_000, ttl: KEPT_MS });
  kept.set(db, cache);
  const key = `${of.serviceId}:${of.countryId}:${of.channel}`;
  const hit = cache.get(key);
  if (hit) return hit;
  const asked = listLadderSteps(db, of);
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}

async function listLadderSteps(
  db: Db,
  { serviceId, countryId, channel }: LadderFilter,
): Promise<LadderStep[]> {
  const policy = await readPolicy(db);
  const found = await rows<StepRow>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", operator, retail_kopecks as retail,
          wholesale_kopecks as wholesale, cost_kopecks as cost, sum(count)::int as count, max(updated_at) as "changedAt"
        from pricing_offers
        where healthy and count > 0 and (${channel} = 'api' or not api_only)
          and (${serviceId}::int is null or service_id = ${serviceId})
          and (${countryId}::int is null or country_id = ${countryId})
          and supplier_id <> all (${deniedSuppliers(policy, channel)}::int[])
        group by service_id, country_id, operator, retail_kopecks, wholesale_kopecks, cost_kopecks
        order by retail_kopecks, operator`,
  );
  const isSold = (step: StepRow) => {
    const { serviceId, countryId } = step;
    return decideSale(policy, { serviceId, countryId, mode: "activation", channel }).allowed;
  };
  return found.filter(isSold).map(({ retail, wholesale, cost, ...step }) => ({
    ...step,
    retailKopecks: kopecks(retail),
    wholesaleKopecks: kopecks(wholesale),
    costKopecks: kopecks(cost),
  }));
}
