import sql, { empty, join, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { daysBetween } from "#features/ledger/statement/statement.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import { countryOf, serviceOf } from "#features/statistics/subjects.rules.ts";
import type { GroupView, StatisticsView } from "#features/statistics/users/users.contract.ts";
import {
  type Counts,
  dayAfter,
  daysOf,
  type Figures,
  figuresOf,
  type Grouping,
  limits,
  noCounts,
  type PurchaseKind,
} from "#features/statistics/users/users.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Days (UTC), both included. */
export type Period = { readonly from: string; readonly to: string };
/** What of whose purchases is added up. */
export type Extent = Period & { readonly userId: number; readonly kind: PurchaseKind };

/**
 * The days that are asked for: from `from` to `to`, or `days` up to `to`, which is today (UTC, by the database's clock) when left out.
 * Throws PERIOD_REVERSED and PERIOD_TOO_LONG.
 */
export async function findPeriod(
  db: Queryable,
  ask: { days: number; from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const to =
    ask.to ??
    (
      await one<{ today: string }>(
        db,
        sql`select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
      )
    ).today;
  const from = ask.from ?? dayAfter(to, 1 - ask.days);
  const days = daysBetween(from, to);
  if (days < 1) throw new AppError(statementErrors.PERIOD_REVERSED);
  if (days > limits.periodDays) {
    throw new AppError(statementErrors.PERIOD_TOO_LONG, { details: { days: limits.periodDays } });
  }
  return { from, to };
}

/** A condition: the user with this id got a number within the last 30 days. Purchases are counted some minutes after their end. */
export function boughtRecently(userId: Sql): Sql {
  return sql`exists (select from statistics_users b where b.user_id = ${userId} and b.numbers > 0
    and b.day > (app_now() at time zone 'UTC')::date - ${metricDays}::int)`;
}

/** A user's figures of a period as the page and the API show them. */
export async function readStatistics(
  db: Db,
  ask: Extent & { readonly by: Grouping; readonly locale: Locale },
): Promise<StatisticsView> {
  const [catalogue, found] = await Promise.all([
    readCatalogue(db),
    rows<Row>(db, statementOf(ask, ["total", "series", ask.by])),
  ]);
  const total = found.find(({ part }) => part === "total");
  const byDay = new Map(found.filter(({ part }) => part === "series").map((row) => [row.day, row]));
  const groups = found
    .filter(({ part }) => part === ask.by)
    .map((row) => toGroup(row, catalogue, ask.locale));
  return {
    from: ask.from,
    to: ask.to,
    timeZone: "UTC",
    kind: ask.kind,
    by: ask.by,
    total: figuresOf(toCounts(total), total?.median ?? null),
    days: daysOf(ask.from, ask.to).map((day) => {
      const { medianSeconds: _, ...figures } = figuresOf(toCounts(byDay.get(day)), null);
      return { day, ...figures };
    }),
    groups: ask.by === "day" ? groups.toSorted(newestFirst) : groups.toSorted(mostFirst),
  };
}

function newestFirst(a: GroupView, b: GroupView): number {
  return (a.day ?? "") < (b.day ?? "") ? 1 : -1;
}

function mostFirst(a: GroupView, b: GroupView): number {
  const nameOf = ({ service, country }: GroupView) => service?.name ?? country?.name ?? "";
  return b.requests - a.requests || nameOf(a).localeCompare(nameOf(b));
}

/** A row of the file: what `GroupView` has, for one day, kind, service and country together. */
export type DetailRow = Figures & {
  readonly day: string;
  readonly kind: Exclude<PurchaseKind, "all">;
  readonly service: GroupView["service"];
  readonly country: GroupView["country"];
};

/** The finest rows, oldest first, some days at a time. */
export async function* readDetails(
  db: Db,
  extent: Extent,
  locale: Locale,
): AsyncGenerator<readonly DetailRow[]> {
  const catalogue = await readCatalogue(db);
  for (let from = extent.from; from <= extent.to; from = dayAfter(from, limits.exportBatchDays)) {
    const last = dayAfter(from, limits.exportBatchDays - 1);
    const to = last < extent.to ? last : extent.to;
    const found = await rows<Row>(
      db,
      sql`${statementOf({ ...extent, from, to }, ["detail"])} order by day, kind, service_id, country_id`,
    );
    yield found.map((row) => {
      const { service, country, ...figures } = toGroup(row, catalogue, locale);
      return { ...figures, day: row.day as string, kind: row.kind as DetailRow["kind"], service, country };
    });
  }
}

type Part = "total" | "series" | "detail" | Grouping;

type Row = Omit<Counts, "waiting"> & {
  part: Part;
  day: string | null;
  kind: string | null;
  service_id: number | null;
  country_id: number | null;
  median: number | null;
};

function toCounts(row: Row | undefined): Counts {
  if (!row) return noCounts;
  const {
    part: _part,
    day: _day,
    kind: _kind,
    service_id: _service,
    country_id: _country,
    median: _,
    ...sums
  } = row;
  return { ...sums, waiting: row.numbers - row.successes - row.cancelled - row.expired - row.reported };
}

function toGroup(row: Row, catalogue: Catalogue, locale: Locale): GroupView {
  return {
    ...figuresOf(toCounts(row), row.median),
    day: row.day,
    service: row.service_id === null ? null : serviceOf(row.service_id, catalogue, locale),
    country: row.country_id === null ? null : countryOf(row.country_id, catalogue, locale),
  };
}

/** The columns that name the rows of a part; the others are null. */
const keyColumns: Readonly<Record<Part, readonly KeyColumn[]>> = {
  total: [],
  series: ["day"],
  day: ["day"],
  service: ["service_id"],
  country: ["country_id"],
  detail: ["day", "kind", "service_id", "country_id"],
};
type KeyColumn = "day" | "kind" | "service_id" | "country_id";

function keyOf(part: Part): Sql {
  const column = (name: KeyColumn, own: Sql, none: Sql) => (keyColumns[part].includes(name) ? own : none);
  return sql`(${part}::text, ${column("day", sql`f.day`, sql`null::date`)}, ${column("kind", sql`f.kind`, sql`null::text`)},
    ${column("service_id", sql`f.service_id`, sql`null::integer`)}, ${column("country_id", sql`f.country_id`, sql`null::integer`)})`;
}

/**
 * Adds a user's purchases up, for each of the parts. One statement, so that what the sweep has counted and what it has not yet are
 * read at the same moment: nothing is missing and nothing counts twice. Exported for the test of its plan.
 */
export function statementOf(extent: Extent, parts: readonly Part[]): Sql {
  // Waits are many: they are added up once by the finest keys, and only what that leaves for every part.
  const timed = parts.filter((part) => part !== "series");
  const finest = timed.at(-1) ?? "total";
  return sql`with fact as materialized (${factsOf(extent)}),
    cell as (
      select k.part, k.day, k.kind, k.service_id, k.country_id, f.requests, f.refused, f.numbers, f.successes, f.cancelled, f.expired,
        f.reported, f.extensions, case when f.kind = 'accounts' then f.requests else 0 end as account_orders, f.accounts,
        f.refunded_accounts, f.captured, f.returned
      from fact f cross join lateral (values ${join(parts.map(keyOf))}) k(part, day, kind, service_id, country_id)
    ), wait as materialized (
      select k.day, k.kind, k.service_id, k.country_id, w.seconds::integer as seconds, sum(w.purchases::bigint) as purchases
      from fact f cross join lateral (values ${keyOf(finest)}) k(part, day, kind, service_id, country_id)
        cross join lateral jsonb_each_text(f.waits) w(seconds, purchases)
      group by 1, 2, 3, 4, 5
    ), waited as (
      select k.part, k.day, k.kind, k.service_id, k.country_id, f.seconds, sum(f.purchases) as purchases
      from wait f cross join lateral (values ${join(timed.map(keyOf))}) k(part, day, kind, service_id, country_id)
      group by 1, 2, 3, 4, 5, 6
    ), ranked as (
      select w.*, sum(purchases) over (up order by seconds) as up_to, sum(purchases) over up as everything
      from waited w window up as (partition by part, day, kind, service_id, country_id)
    ), median as (
      select part, day, kind, service_id, country_id, min(seconds) as seconds from ranked where up_to * 2 >= everything
      group by 1, 2, 3, 4, 5
    ), summed as (
      select part, day, kind, service_id, country_id, sum(requests)::bigint as requests, sum(refused)::bigint as refused,
        sum(numbers)::bigint as numbers, sum(successes)::bigint as successes, sum(cancelled)::bigint as cancelled,
        sum(expired)::bigint as expired, sum(reported)::bigint as reported, sum(extensions)::bigint as extensions,
        sum(account_orders)::bigint as "accountOrders", sum(accounts)::bigint as accounts,
        sum(refunded_accounts)::bigint as "refundedAccounts", sum(captured)::bigint as "capturedKopecks", sum(returned)::bigint as "returnedKopecks"
      from cell group by 1, 2, 3, 4, 5
    )
    select s.part, to_char(s.day, 'YYYY-MM-DD') as day, s.kind, s.service_id, s.country_id, s.requests, s.refused, s.numbers,
      s.successes, s.cancelled, s.expired, s.reported, s.extensions, s."accountOrders", s.accounts, s."refundedAccounts", s."capturedKopecks", s."returnedKopecks", m.seconds as median
    from summed s left join median m on m.part = s.part and coalesce(m.day, '-infinity') = coalesce(s.day, '-infinity')
      and coalesce(m.kind, '') = coalesce(s.kind, '') and coalesce(m.service_id, -1) = coalesce(s.service_id, -1)
      and coalesce(m.country_id, -1) = coalesce(s.country_id, -1)`;
}

/**
 * Purchases and sums of purchases: what the sweep has counted, what it has not come to, what still ran then, and what was given
 * back. Refunds are few and come at any time, so the ledger is asked (ledger_order_refunds, by its index of what is no order).
 */
function factsOf({ userId, from, to, kind }: Extent): Sql {
  const inPeriod = sql`day between ${from}::date and ${to}::date`;
  const counted = sql`select day, kind, service_id, country_id, requests, refused, numbers, successes, cancelled, expired, reported,
      extensions, accounts, captured_kopecks as captured, 0::bigint as returned, 0 as refunded_accounts, waits
    from statistics_users where user_id = ${userId} and ${inPeriod} ${kind === "all" ? empty : sql`and kind = ${kind}`}`;
  const activations = [
    purchases(sql`statistics_of_activations p where p.user_id = ${userId} and ${inPeriod}
      and p.id > (select last_activation_id from statistics_users_progress)`),
    purchases(sql`statistics_running r join statistics_of_activations p on p.id = r.purchase_id
      where r.user_id = ${userId} and r.kind = 'activation' and ${inPeriod}`),
    sql`select (a.requested_at at time zone 'UTC')::date, 'activation', a.service_id, a.country_id, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, t.amount_kopecks, 0, '{}'
      from ledger_order_refunds t join activations_outcomes a on a.id = substring(t.reference from '^activation:([0-9]{1,15})')::bigint
      where t.user_id = ${userId} and (a.requested_at at time zone 'UTC')::date between ${from}::date and ${to}::date`,
  ];
  const rentals = [
    purchases(sql`statistics_of_rentals p where p.user_id = ${userId} and ${inPeriod}
      and p.id > (select last_rental_id from statistics_users_progress)`),
    purchases(sql`statistics_running r join statistics_of_rentals p on p.id = r.purchase_id
      where r.user_id = ${userId} and r.kind = 'rental' and ${inPeriod}`),
    purchases(sql`statistics_of_extensions p where p.user_id = ${userId} and ${inPeriod}
      and p.id > (select last_extension_id from statistics_users_progress)`),
  ];
  const accounts = [
    purchases(sql`statistics_of_accounts p where p.user_id = ${userId} and ${inPeriod}
      and p.id > (select last_account_order_id from statistics_users_progress)`),
    purchases(sql`statistics_running r join statistics_of_accounts p on p.id = r.purchase_id
      where r.user_id = ${userId} and r.kind = 'accounts' and ${inPeriod}`),
    sql`select (o.ordered_at at time zone 'UTC')::date, 'accounts', o.service_id, o.country_id, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, t.amount_kopecks, 1, '{}'
      from ledger_order_refunds t join ready_accounts_outcomes o on o.id = substring(t.reference from '^ready_account:([0-9]{1,15})')::bigint
      where t.user_id = ${userId} and (o.ordered_at at time zone 'UTC')::date between ${from}::date and ${to}::date`,
  ];
  const ofKind = { activation: activations, rental: rentals, accounts };
  const parts = [counted, ...(kind === "all" ? Object.values(ofKind).flat() : ofKind[kind])];
  return join(parts, " union all ");
}

/** Single purchases as rows of sums. */
function purchases(source: Sql): Sql {
  return sql`select p.day, p.kind, p.service_id, p.country_id, p.requests, p.refused, p.numbers, p.successes, p.cancelled, p.expired,
      p.reported, p.extensions, p.accounts, p.captured_kopecks, 0, 0,
      case when p.wait_seconds is null then '{}' else jsonb_build_object(p.wait_seconds, 1) end
    from ${source}`;
}
