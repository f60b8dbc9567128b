import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  LicenceProductView,
  SoldLicenceView,
} from "#features/back-office/licences/desk-licences.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import {
  listProductsWithSales,
  type ProductFilter,
  versionsOf,
} from "#features/licences/products/products.reads.ts";
import { listSoldLicences, type SoldFilter } from "#features/licences/sales/sold-licences.reads.ts";
import { listSigningKeys } from "#features/licences/signing/signing-keys.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** Products of software as the desk shows them, newest first. */
export async function listLicenceProductViews(
  db: Db,
  filter: ProductFilter,
): Promise<Page<LicenceProductView>> {
  const { items, hasMore } = pageFrom(await listProductsWithSales(db, filter, deskPageSize + 1));
  const versions = await versionsOf(
    db,
    items.map(({ id }) => id),
  );
  const views = items.map((product) => ({
    ...product,
    createdAt: product.createdAt.toISOString(),
    versions: versions.get(product.id) ?? [],
  }));
  return { items: views, hasMore };
}

/** The keys that licences are signed with, newest first. */
export async function listSigningKeyViews(db: Db) {
  const keys = await listSigningKeys(db);
  return {
    items: keys.map(({ kid, createdAt, retiredAt, withdrawnAt }) => ({
      kid,
      createdAt: createdAt.toISOString(),
      retiredAt: retiredAt?.toISOString() ?? null,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
  };
}

/** Licences that were sold as the desk shows them, newest first. */
export async function listSoldLicenceViews(db: Db, filter: SoldFilter): Promise<Page<SoldLicenceView>> {
  const { items, hasMore } = pageFrom(await listSoldLicences(db, filter, deskPageSize + 1));
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, revokedBy }) => [userId, revokedBy]),
  );
  const views = items.map(({ userId, productId, productName, revokedBy, ...licence }) => ({
    ...licence,
    user: nameOf(userId),
    product: { id: productId, name: productName },
    boughtAt: licence.boughtAt.toISOString(),
    validUntil: licence.validUntil?.toISOString() ?? null,
    revokedAt: licence.revokedAt?.toISOString() ?? null,
    revokedBy: revokedBy === null ? null : nameOf(revokedBy),
  }));
  return { items: views, hasMore };
}
