import sql from "sql-template-tag";
import {
  type ArchivePart,
  factPart,
  listPart,
  pagedPart,
} from "#features/identity/archive/archive-part.reads.ts";

/** What licences keep about a person. Their keys are left out: they are made whenever they are read. */
export const licenceArchive: readonly ArchivePart[] = [
  pagedPart(
    "licences",
    ({ userId, after, limit }) => sql`
      select l.id, l.uid, p.code as product, p.name, l.device_limit, l.sold_at as bought_at, l.valid_until, l.revoked_at, l.revoke_reason
      from licences l join licences_products p on p.id = l.product_id
      where l.user_id = ${userId} and l.id > ${after} order by l.id limit ${limit}`,
  ),
  pagedPart(
    "licencePayments",
    ({ userId, after, limit }) => sql`
      select id, licence_id, price_kopecks, max_price_kopecks, term_days, valid_until, channel, sold_at
      from licences_sales where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
  pagedPart(
    "licenceDevices",
    ({ userId, after, limit }) => sql`
      select d.id, d.licence_id, d.name, d.activated_at, d.last_seen_at, d.released_at
      from licences_devices d join licences l on l.id = d.licence_id
      where l.user_id = ${userId} and d.id > ${after} order by d.id limit ${limit}`,
  ),
  factPart(
    "licenceAgent",
    (userId) => sql`
    select code, share_basis_points, changed_at from licences_agents where user_id = ${userId}`,
  ),
  listPart(
    "saleAgreements",
    (userId) => sql`
    select version, accepted_at from licences_acceptances where user_id = ${userId} order by version`,
  ),
  pagedPart(
    "agentSales",
    ({ userId, after, limit }) => sql`
      select id, licence_id, price_kopecks, share_basis_points, share_kopecks, sold_at
      from licences_sales where agent_user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
