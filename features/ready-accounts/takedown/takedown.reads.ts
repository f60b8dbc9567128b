import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type OpenTakedown = {
  readonly id: number;
  readonly serviceId: number;
  readonly reason: string;
  readonly since: Date;
  readonly staffId: number;
  /** Accounts that it withdrew. */
  readonly withdrawnCount: number;
  /** Orders that it gave their money back. */
  readonly givenBackCount: number;
};

/** Services whose accounts are taken down now, newest first, with what each takedown has done. */
export function listOpenTakedowns(db: Queryable): Promise<OpenTakedown[]> {
  return rows<OpenTakedown>(
    db,
    sql`select t.id, t.service_id as "serviceId", t.reason, t.taken_down_at as since, t.taken_down_by as "staffId",
          (select count(*)::int from ready_accounts_units u join ready_accounts_offers o on o.id = u.offer_id
            where o.service_id = t.service_id and u.withdrawal_reason = 'taken_down' and u.withdrawn_at >= t.taken_down_at)
            as "withdrawnCount",
          (select count(*)::int from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
            where o.service_id = t.service_id and r.close_reason = 'taken_down' and r.closed_at >= t.taken_down_at)
            as "givenBackCount"
        from ready_accounts_takedowns t where t.ended_at is null order by t.id desc`,
  );
}
