import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { DeskOfferView } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { accountOfferViews } from "#features/ready-accounts/stock/offer-views.reads.ts";
import { listOffersWithStock, type OfferFilter } from "#features/ready-accounts/stock/stock.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Offers of accounts as the desk shows them, newest first. */
export async function listAccountOfferViews(
  db: Db,
  filter: OfferFilter,
  locale: Locale,
): Promise<Page<DeskOfferView>> {
  const { items, hasMore } = pageFrom(await listOffersWithStock(db, filter, deskPageSize + 1));
  const sellers = new Map(items.map(({ id, sellerId }) => [id, sellerId]));
  const nameOf = await listNames(db, [...sellers.values()]);
  const views = (await accountOfferViews(db, items, locale)).map((view) => {
    const sellerId = sellers.get(view.id) ?? null;
    return { ...view, seller: sellerId === null ? null : nameOf(sellerId) };
  });
  return { items: views, hasMore };
}
