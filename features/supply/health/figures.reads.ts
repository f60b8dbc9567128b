import sql from "sql-template-tag";
import type { SupplierSums } from "#features/supply/health/figures.rules.ts";
import type { ExchangeAction, UnusableReason } from "#features/supply/health/unusable-answers.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

const noSums: SupplierSums = {
  ...{ numbers: 0, noNumbers: 0, failed: 0, unanswered: 0, timed: 0, answerMsSum: 0 },
  ...{ withinGroups: [0, 0, 0, 0, 0], sms: 0, unusable: 0 },
};

/** What these suppliers answered and sent in the last `minutes`, without the running one where `isWhole`. By id; of each there is one. */
export async function sumSuppliers(
  db: Queryable,
  supplierIds: readonly number[],
  { minutes, isWhole = false }: { minutes: number; isWhole?: boolean },
): Promise<ReadonlyMap<number, SupplierSums>> {
  const ids = [...supplierIds];
  const found = await rows<SupplierSums & { id: number }>(
    db,
    sql`with span as (
          select date_trunc('minute', app_now(), 'UTC') - make_interval(mins => ${minutes - (isWhole ? 0 : 1)}) as since,
            case when ${isWhole} then date_trunc('minute', app_now(), 'UTC') else 'infinity' end as until
        )
        select s.id, coalesce(m.numbers, 0) as numbers, coalesce(m.no_numbers, 0) as "noNumbers", coalesce(m.failed, 0) as failed,
          coalesce(m.unanswered, 0) as unanswered, coalesce(m.timed, 0) as timed, coalesce(m.ms, 0) as "answerMsSum",
          coalesce(m.within, '{0,0,0,0,0}') as "withinGroups", coalesce(m.sms, 0) as sms, coalesce(u.answers, 0) as unusable
        from span cross join unnest(${ids}::integer[]) as s(id)
        left join lateral (
          select sum(numbers_count)::bigint as numbers, sum(no_numbers_count)::bigint as no_numbers, sum(failed_count)::bigint as failed,
            sum(unanswered_count)::bigint as unanswered, sum(timed_count)::bigint as timed, sum(answer_ms_sum)::bigint as ms,
            sum(sms_count)::bigint as sms, array[sum(within_counts[1]), sum(within_counts[2]), sum(within_counts[3]),
              sum(within_counts[4]), sum(within_counts[5])]::integer[] as within
          from supply_minutes where supplier_id = s.id and minute >= span.since and minute < span.until having count(*) > 0) m on true
        left join lateral (
          select sum(answers_count)::bigint as answers from supply_unusable_answers
          where supplier_id = s.id and minute >= span.since and minute < span.until) u on true`,
  );
  const byId = new Map(found.map(({ id, ...sums }) => [id, sums as SupplierSums]));
  return new Map(ids.map((id) => [id, byId.get(id) ?? noSums]));
}

export type UnusableCount = {
  readonly supplierId: number;
  readonly action: ExchangeAction;
  readonly reason: UnusableReason;
  readonly count: number;
  /** The minute of the last one. */
  readonly lastAt: Date;
};

/** Answers of suppliers that could not be used within the last `minutes`, by action and reason; most first. */
export function countUnusable(
  db: Queryable,
  supplierIds: readonly number[],
  minutes: number,
): Promise<UnusableCount[]> {
  return rows<UnusableCount>(
    db,
    sql`select supplier_id as "supplierId", action, reason, sum(answers_count)::bigint as count, max(minute) as "lastAt"
        from supply_unusable_answers
        where supplier_id = any (${[...supplierIds]}::integer[]) and minute > app_now() - make_interval(mins => ${minutes})
        group by 1, 2, 3 order by 4 desc, 2, 3`,
  );
}

/** A raw exchange in a list: without its texts. */
export type ExchangeLine = {
  readonly id: number;
  readonly at: Date;
  readonly action: ExchangeAction;
  readonly reason: UnusableReason;
  readonly detail: string;
  readonly httpStatus: number | null;
};
type RawExchange = ExchangeLine & { readonly request: string; readonly answer: string | null };

const line = sql`e.id, e.at, e.action, e.reason, e.detail, e.http_status as "httpStatus"`;

/** A supplier's raw exchanges, newest first, at most `limit`. @param before below this id */
export function listExchanges(
  db: Queryable,
  supplierId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ExchangeLine[]> {
  return rows<ExchangeLine>(
    db,
    sql`select ${line} from supply_exchanges e
        where e.supplier_id = ${supplierId} and (${before ?? null}::bigint is null or e.id < ${before ?? null})
        order by e.id desc limit ${limit}`,
  );
}

/** One exchange of the supplier, or null when it has been forgotten. */
export function findExchange(db: Queryable, supplierCode: string, id: number): Promise<RawExchange | null> {
  return maybeOne<RawExchange>(
    db,
    sql`select ${line}, e.request, e.answer from supply_exchanges e join supply_suppliers s on s.id = e.supplier_id
        where s.code = ${supplierCode} and e.id = ${id}`,
  );
}

export type SupplierGauge = {
  readonly id: number;
  readonly code: string;
  readonly healthy: boolean;
  readonly circuitState: "closed" | "open" | "half-open";
  /** Since its last answer; null before the first. */
  readonly silentSeconds: number | null;
  /** Of an upstream: our balance in hundredths of its currency, and whether it is too low to sell; null for others. */
  readonly balanceCents: number | null;
  readonly isOutOfMoney: boolean | null;
  readonly toldCount: number;
  readonly provenCount: number;
};

/** Suppliers that may sell, for `/metrics`: at most `limit`, the oldest first. */
export function listSupplierGauges(db: Queryable, limit: number): Promise<SupplierGauge[]> {
  return rows<SupplierGauge>(
    db,
    sql`select s.id, s.code, supply_is_healthy(s) as healthy, s.circuit_state as "circuitState",
          extract(epoch from app_now() - s.last_success_at)::float8 as "silentSeconds",
          s.balance_cents as "balanceCents",
          case when s.kind = 'upstream' then s.is_out_of_money end as "isOutOfMoney", stock.told as "toldCount", stock.proven as "provenCount"
        from supply_suppliers s
        cross join lateral (
          select coalesce(sum(o.claimed_count), 0)::bigint as told,
            coalesce(sum(supply_proven_count(o.claimed_count, o.proven_percent)), 0)::bigint as proven
          from supply_offers o where o.supplier_id = s.id) stock
        where s.enabled order by s.id limit ${limit}`,
  );
}
