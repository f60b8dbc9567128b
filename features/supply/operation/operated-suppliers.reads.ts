import sql from "sql-template-tag";
import type { WordTable } from "#features/supply/dialects/dialects.rules.ts";
import type { CostKind } from "#features/supply/operation/supplier-costs.rules.ts";
import type { OperationState, SupplierKind } from "#features/supply/operation.rules.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** A supplier as its operator sees it. */
export type OperatedSupplier = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: SupplierKind;
  readonly enabled: boolean;
  readonly endedAt: Date | null;
  /** It answers and may sell now. */
  readonly healthy: boolean;
  /** As many orders are open on it as may be. */
  readonly isFull: boolean;
  /** Our balance at an upstream does not suffice to buy there. */
  readonly isOutOfMoney: boolean;
  readonly circuitState: "closed" | "open" | "half-open";
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastError: string | null;
  readonly penaltyUntil: Date | null;
  readonly penaltyReason: string | null;
  /** When it last wrote numbers as text or the like, and in which action. It was understood. */
  readonly looseTypesAt: Date | null;
  readonly looseTypes: string | null;
  /** What its last report said it has for single SMS. */
  readonly toldCount: number;
  /** What of it is on sale now. */
  readonly onSaleCount: number;
  /** What of the told numbers the last day's attempts prove. */
  readonly provenCount: number;
};

export type OperatedSupplierDetails = OperatedSupplier & {
  readonly baseUrl: string | null;
  readonly honoursClientId: boolean;
  readonly rents: boolean;
  readonly openMax: number | null;
  readonly defaultCostKopecks: number | null;
  readonly currency: UpstreamCurrency | null;
  readonly rateKopecks: number | null;
  readonly balanceMinCents: number | null;
  /** Our balance at an upstream, in hundredths of its currency, when it last told it. */
  readonly balanceCents: number | null;
  readonly balanceAt: Date | null;
  readonly allowedCountryIds: readonly number[];
  readonly allowedServiceIds: readonly number[];
  readonly allowedOperators: readonly string[];
  readonly costFloorKopecks: number | null;
  readonly costCeilingKopecks: number | null;
  readonly wordTable: WordTable | null;
  readonly createdAt: Date;
  /** The partner whose it is; null = nobody with an account here. */
  readonly ownerUserId: UserId | null;
  /** Numbers for rent that are on line. */
  readonly rentCount: number;
  readonly costsCount: number;
  readonly hourCostsCount: number;
};

const line = sql`s.id, s.code, s.name, s.kind, s.enabled, s.ended_at as "endedAt", h.healthy, s.is_full as "isFull", s.is_out_of_money as "isOutOfMoney",
  s.circuit_state as "circuitState", s.last_success_at as "lastSuccessAt", s.last_failure_at as "lastFailureAt",
  s.last_error as "lastError", case when s.penalty_until > app_now() then s.penalty_until end as "penaltyUntil",
  case when s.penalty_until > app_now() then s.penalty_reason end as "penaltyReason",
  s.loose_types_at as "looseTypesAt", s.loose_types as "looseTypes",
  stock.told as "toldCount", case when h.healthy then stock.told else 0 end as "onSaleCount",
  stock.proven as "provenCount"`;
const source = sql`supply_suppliers s
  cross join lateral (select supply_is_healthy(s) as healthy offset 0) h
  cross join lateral (
    select coalesce(sum(o.claimed_count), 0)::bigint as told,
      coalesce(sum(supply_proven_count(o.claimed_count, o.proven_percent)), 0)::bigint as proven
    from supply_offers o where o.supplier_id = s.id) stock`;

export type SupplierFilter = {
  /** Part of the code or name. */
  readonly search?: string | undefined;
  readonly kind?: SupplierKind | undefined;
  readonly state?: OperationState | undefined;
  /** Those that should sell and cannot now. */
  readonly only?: "unavailable" | undefined;
  /** Below this id. */
  readonly before?: number | undefined;
};

/** Suppliers that fit, newest first, at most `limit` (null = all). */
export function listOperatedSuppliers(
  db: Queryable,
  { search, kind, state, only, before }: SupplierFilter,
  limit: number | null,
): Promise<OperatedSupplier[]> {
  // What is typed is text, never a pattern.
  const part = search ? `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
  return rows<OperatedSupplier>(
    db,
    sql`select ${line} from ${source}
        where (${part}::text is null or s.code like ${part} or lower(s.name) like ${part})
          and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
          and case ${state ?? null}::text when 'active' then s.enabled when 'paused' then not s.enabled and s.ended_at is null
                when 'ended' then s.ended_at is not null else true end
          and (${only ?? null}::text is null or s.enabled and not h.healthy)
          and (${before ?? null}::bigint is null or s.id < ${before ?? null}::bigint)
        order by s.id desc limit ${limit}::bigint`,
  );
}

/** A supplier by its code, or null. */
export function findOperatedSupplier(db: Queryable, code: string): Promise<OperatedSupplierDetails | null> {
  return maybeOne<OperatedSupplierDetails>(
    db,
    sql`select ${line}, s.base_url as "baseUrl", s.honours_client_id as "honoursClientId", s.rents, s.open_max as "openMax",
          s.default_cost_kopecks as "defaultCostKopecks", s.currency, s.rate_kopecks as "rateKopecks",
          s.balance_min_cents as "balanceMinCents", s.balance_cents as "balanceCents", s.balance_at as "balanceAt", s.allowed_country_ids as "allowedCountryIds",
          s.allowed_service_ids as "allowedServiceIds", s.allowed_operators as "allowedOperators",
          s.cost_floor_kopecks as "costFloorKopecks", s.cost_ceiling_kopecks as "costCeilingKopecks", s.word_table as "wordTable", s.created_at as "createdAt", s.owner_user_id as "ownerUserId",
          (select count(*)::integer from supply_rent_numbers n where n.supplier_id = s.id and n.online) as "rentCount",
          (select count(*)::integer from supply_prices p where p.supplier_id = s.id) as "costsCount",
          (select count(*)::integer from supply_rent_prices p where p.supplier_id = s.id) as "hourCostsCount"
        from ${source} where s.code = ${code}`,
  );
}

export type RetiredKey = { readonly callsUntil: Date; readonly takenUntil: Date; readonly retiredAt: Date };

/** Keys of a supplier that are replaced and may still be used, the one that ends first at first. */
export function listRetiredKeys(db: Queryable, supplierId: number): Promise<RetiredKey[]> {
  return rows<RetiredKey>(
    db,
    sql`select calls_until as "callsUntil", taken_until as "takenUntil", retired_at as "retiredAt" from supply_retired_keys
        where supplier_id = ${supplierId} and taken_until > app_now() order by taken_until`,
  );
}

export type SupplierCost = {
  readonly kind: CostKind;
  readonly countryId: number;
  /** Null: the whole number. */
  readonly serviceId: number | null;
  readonly costKopecks: number;
};

/** What is set for a supplier, single SMS before hours, at most `limit`; of one country or service where one is named. */
export function listSupplierCosts(
  db: Queryable,
  { supplierId, countryId, serviceId }: { supplierId: number; countryId?: number; serviceId?: number },
  limit: number,
): Promise<SupplierCost[]> {
  return rows<SupplierCost>(
    db,
    sql`select kind, country_id as "countryId", service_id as "serviceId", cost as "costKopecks" from (
          select 'sms' as kind, country_id, service_id, cost_kopecks as cost from supply_prices where supplier_id = ${supplierId}
          union all
          select 'hour', country_id, service_id, hour_cost_kopecks from supply_rent_prices where supplier_id = ${supplierId}
        ) costs
        where (${countryId ?? null}::integer is null or country_id = ${countryId ?? null})
          and (${serviceId ?? null}::integer is null or service_id = ${serviceId ?? null})
        order by kind desc, country_id, service_id nulls first limit ${limit}`,
  );
}

export type OpenMaximum = { readonly id: number; readonly openMax: number; readonly isFull: boolean };

/** Suppliers that sell now and may have so many orders open. */
export function listOpenMaxima(db: Queryable): Promise<OpenMaximum[]> {
  return rows<OpenMaximum>(
    db,
    sql`select id, open_max as "openMax", is_full as "isFull" from supply_suppliers where open_max is not null and enabled`,
  );
}
