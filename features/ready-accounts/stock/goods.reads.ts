import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import type { OfferTerms } from "#features/ready-accounts/stock/offers.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Whether the catalogue has what an offer is about. Throws SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND. */
export async function checkGoods(
  db: Db,
  { serviceId, countryId }: Pick<OfferTerms, "serviceId" | "countryId">,
): Promise<void> {
  const { serviceById, countryById } = await readCatalogue(db);
  if (!serviceById.has(serviceId)) throw new AppError(readyAccountErrors.SERVICE_NOT_FOUND);
  if (!countryById.has(countryId)) throw new AppError(readyAccountErrors.COUNTRY_NOT_FOUND);
}
