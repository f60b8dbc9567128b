import type { Check } from "#lib/db/check.ts";

const key = "day, kind, service_id, country_id";
const columns = [
  "placed",
  "delivered",
  "undelivered",
  "refunded",
  "captured_kopecks",
  "refunded_kopecks",
  "cost_kopecks",
  "bonus_kopecks",
  "referral_kopecks",
];
const tuple = (table: string) => columns.map((column) => `${table}.${column}`).join(", ");
const sums = columns.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`).join(", ");

/** Signed as they move the revenue account, whose balance they are together but for fines: the figures are about orders. */
const revenue =
  "coalesce(sum(captured_kopecks - refunded_kopecks - cost_kopecks - referral_kopecks), 0)::bigint";

/** The last three days (UTC), and the transfers behind the last seal from before them. */
const recent = {
  days: "day > (app_now() at time zone 'UTC')::date - 3",
  transfers: `id > coalesce((select max(to_id) from ledger_seals
    where sealed_at < ((app_now() at time zone 'UTC')::date - 2)::timestamp at time zone 'UTC'), 0)`,
};

/** Compares the figures with the transfers: `days` is a condition on both, `transfers` one that leaves none of those days out. */
function comparison({ days, transfers }: { days: string; transfers: string }): string {
  return `with told as (
      select ${key}, ${sums} from statistics_of_transfers
      where id <= (select last_transfer_id from statistics_business_progress) and ${transfers} and ${days} group by ${key}
    )
    select ${key}, t.placed as purchases, b.placed as counted, t.captured_kopecks as captured, b.captured_kopecks as captured_counted
    from told t full join (select * from statistics_business where ${days}) b using (${key})
    where (${tuple("t")}) is distinct from (${tuple("b")})`;
}

/** Figures are derived: they must be what the ledger says, to the kopeck. */
export const statisticsBusinessChecks: readonly Check[] = [
  {
    name: "statistics: the figures of the business are the ledger's revenue account without fines, to the kopeck",
    sql: `select counted.kopecks as counted, moved.kopecks as moved from
            (select ${revenue} as kopecks from statistics_business) counted,
            (select coalesce(sum(case when c.kind = 'revenue' then t.amount_kopecks else -t.amount_kopecks end), 0)::bigint as kopecks
              from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
              where (d.kind = 'revenue' or c.kind = 'revenue') and t.phase in ('single', 'post') and t.kind <> 'partner_fine'
                and t.id <= (select last_transfer_id from statistics_business_progress)) moved
          where counted.kopecks <> moved.kopecks`,
  },
  {
    name: "statistics: the figures of the business of the last days are those of their transfers",
    sql: comparison(recent),
  },
  {
    name: "statistics: the figures of the business are those of their transfers",
    sql: comparison({ days: "true", transfers: "true" }),
    pace: "daily",
  },
  {
    name: "statistics: no day of the business has fewer purchases than none",
    sql: `select day, kind, service_id, country_id, placed from statistics_business where placed < 0`,
  },
];
