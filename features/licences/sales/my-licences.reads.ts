import sql, { empty, type Sql } from "sql-template-tag";
import { devicesOf } from "#features/licences/devices/devices.reads.ts";
import type { Licence, LicenceDevice, LicenceVersion } from "#features/licences/licences.contract.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import type { LicenceState } from "#features/licences/licences.rules.ts";
import { versionsOf } from "#features/licences/products/products.reads.ts";
import { type KeyFacts, LICENCE_STATE, licenceKeyOf } from "#features/licences/signing/licence-keys.reads.ts";
import { findSigningKey } from "#features/licences/signing/signing-keys.reads.ts";
import type { SigningKey } from "#features/licences/signing/token.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

type LicenceRow = KeyFacts & {
  readonly id: number;
  readonly state: LicenceState;
  readonly productId: number;
  readonly name: string;
  readonly softwareType: string;
  readonly boughtAt: Date;
  readonly paidKopecks: number;
  readonly revokeReason: string | null;
  readonly isOnSale: boolean;
  readonly priceKopecks: number;
  readonly termDays: number | null;
};

function listRows(db: Queryable, userId: number, where: Sql, limit: number): Promise<LicenceRow[]> {
  return rows<LicenceRow>(
    db,
    sql`select l.id, l.uid, ${LICENCE_STATE} as state, l.product_id as "productId", p.code, p.name, p.software_type as "softwareType",
          l.device_limit as "deviceLimit", l.sold_at as "boughtAt", s.sold_at as "paidAt", l.valid_until as "validUntil",
          (select sum(price_kopecks)::bigint from licences_sales a where a.licence_id = l.id) as "paidKopecks",
          l.revoke_reason as "revokeReason", p.state = 'on_sale' as "isOnSale", p.price_kopecks as "priceKopecks", p.term_days as "termDays"
        from licences l join licences_products p on p.id = l.product_id
          join licences_sales s on s.licence_id = l.id and s.nth = l.sales_count
        where l.user_id = ${userId} ${where} order by l.id desc limit ${limit}`,
  );
}

type Around = { readonly versions: readonly LicenceVersion[]; readonly devices: readonly LicenceDevice[] };

function viewOf(row: LicenceRow, signingKey: SigningKey, { versions, devices }: Around): Licence {
  const { id, uid, state, deviceLimit, paidKopecks, priceKopecks, termDays, validUntil } = row;
  const isRenewable = state !== "revoked" && row.isOnSale && validUntil !== null;
  return {
    ...{ id, uid, state, deviceLimit, paidKopecks, revokeReason: row.revokeReason },
    product: { id: row.productId, code: row.code, name: row.name, softwareType: row.softwareType },
    key: state === "revoked" ? null : licenceKeyOf(signingKey, row),
    boughtAt: row.boughtAt.toISOString(),
    validUntil: validUntil?.toISOString() ?? null,
    renewal: isRenewable ? { priceKopecks, termDays } : null,
    devices: [...devices],
    versions: [...versions],
  };
}

async function viewsOf(db: Queryable, found: readonly LicenceRow[]): Promise<Licence[]> {
  if (found.length === 0) return [];
  const signingKey = await findSigningKey(db);
  if (!signingKey) throw new Error("No key signs licences");
  const versions = await versionsOf(
    db,
    found.map(({ productId }) => productId),
  );
  const devices = await devicesOf(
    db,
    found.map(({ id }) => id),
  );
  return found.map((row) =>
    viewOf(row, signingKey, {
      ...{ versions: versions.get(row.productId) ?? [], devices: devices.get(row.id) ?? [] },
    }),
  );
}

/** A page of somebody's licences, newest first, from below an id on. */
export async function listLicences(
  db: Db,
  userId: number,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<{ licences: Licence[]; nextCursor: string | null }> {
  const below = page.before === undefined ? empty : sql`and l.id < ${page.before}`;
  const found = await listRows(db, userId, below, page.limit + 1);
  const shown = found.slice(0, page.limit);
  return {
    licences: await viewsOf(db, shown),
    nextCursor: found.length > shown.length ? String(shown.at(-1)?.id) : null,
  };
}

/** One of somebody's licences. Throws LICENCE_NOT_FOUND. */
export async function getLicence(db: Db, userId: number, id: number): Promise<Licence> {
  const [licence] = await viewsOf(db, await listRows(db, userId, sql`and l.id = ${id}`, 1));
  if (!licence) throw new AppError(licenceErrors.LICENCE_NOT_FOUND);
  return licence;
}

/**
 * Where the file of a version lies, for the owner of a licence that is good. Throws LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_EXPIRED,
 * LICENCE_VERSION_NOT_FOUND.
 */
export async function findDownload(
  db: Queryable,
  ask: { readonly userId: number; readonly licenceId: number; readonly versionId: number },
): Promise<string> {
  const found = await maybeOne<{ state: LicenceState; url: string | null }>(
    db,
    sql`select ${LICENCE_STATE} as state, v.url from licences l
        left join licences_versions v on v.id = ${ask.versionId} and v.product_id = l.product_id and v.withdrawn_at is null
        where l.id = ${ask.licenceId} and l.user_id = ${ask.userId}`,
  );
  if (!found) throw new AppError(licenceErrors.LICENCE_NOT_FOUND);
  if (found.state === "revoked") throw new AppError(licenceErrors.LICENCE_REVOKED);
  if (found.state === "expired") throw new AppError(licenceErrors.LICENCE_EXPIRED);
  if (found.url === null) throw new AppError(licenceErrors.LICENCE_VERSION_NOT_FOUND);
  return found.url;
}
