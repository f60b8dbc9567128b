import sql from "sql-template-tag";
import { type ArchivePart, factPart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What pricing keeps about a person: prices of one's own. */
export const pricingArchive: readonly ArchivePart[] = [
  factPart(
    "wholesale",
    (userId) => sql`select reason, since from pricing_wholesale_accounts where user_id = ${userId}`,
  ),
  listPart(
    "personalPrices",
    (userId) => sql`
      select service_id, country_id, price_kopecks, granted_at from pricing_personal_prices
      where user_id = ${userId} order by service_id, country_id`,
  ),
  listPart(
    "personalRentPrices",
    (userId) => sql`
      select service_id, country_id, hour_kopecks, granted_at from pricing_rent_personal_prices
      where user_id = ${userId} order by country_id, service_id`,
  ),
];
