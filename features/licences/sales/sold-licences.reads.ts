import sql, { empty } from "sql-template-tag";
import type { LicenceState } from "#features/licences/licences.rules.ts";
import { LICENCE_STATE } from "#features/licences/signing/licence-keys.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** A licence as the staff see it: nothing of its key. */
type SoldLicence = {
  readonly id: number;
  readonly uid: string;
  readonly userId: number;
  readonly productId: number;
  readonly productName: string;
  readonly state: LicenceState;
  readonly deviceLimit: number;
  readonly deviceCount: number;
  /** The purchase and the renewals, and what all of them cost. */
  readonly salesCount: number;
  readonly paidKopecks: number;
  readonly boughtAt: Date;
  readonly validUntil: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: number | null;
  readonly revokeReason: string | null;
};

export type SoldFilter = {
  readonly userId: number | null;
  readonly productId: number | null;
  readonly before: number | null;
};

/** Licences that were sold, newest first, from below an id on. */
export function listSoldLicences(
  db: Queryable,
  { userId, productId, before }: SoldFilter,
  limit: number,
): Promise<SoldLicence[]> {
  return rows<SoldLicence>(
    db,
    sql`select l.id, l.uid, l.user_id as "userId", l.product_id as "productId", p.name as "productName", ${LICENCE_STATE} as state,
          l.device_limit as "deviceLimit", l.sales_count as "salesCount", l.sold_at as "boughtAt", l.valid_until as "validUntil",
          l.revoked_at as "revokedAt", l.revoked_by as "revokedBy", l.revoke_reason as "revokeReason",
          (select count(*)::int from licences_devices d where d.licence_id = l.id and d.released_at is null) as "deviceCount",
          (select sum(price_kopecks)::bigint from licences_sales s where s.licence_id = l.id) as "paidKopecks"
        from licences l join licences_products p on p.id = l.product_id
        where true ${userId === null ? empty : sql`and l.user_id = ${userId}`}
          ${productId === null ? empty : sql`and l.product_id = ${productId}`}
          ${before === null ? empty : sql`and l.id < ${before}`}
        order by l.id desc limit ${limit}`,
  );
}
