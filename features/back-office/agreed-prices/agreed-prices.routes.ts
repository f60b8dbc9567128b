import {
  type AgreedPrices,
  listAgreedPricesEndpoint,
  setAgreedPriceEndpoint,
} from "#features/back-office/agreed-prices/agreed-prices.contract.ts";
import { findAgreedPrices } from "#features/back-office/agreed-prices/agreed-prices.reads.ts";
import { setAgreedPrice } from "#features/back-office/agreed-prices/agreed-prices.writes.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { staffOf } from "#features/back-office/back-office.rules.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

async function getAgreedPrices(db: Db, userId: number, locale: Locale): Promise<AgreedPrices> {
  const prices = await findAgreedPrices(db, userId, locale);
  if (!prices) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  return prices;
}

export const agreedPriceRoutes = [
  route(listAgreedPricesEndpoint, ({ db, params, locale }) => getAgreedPrices(db, params.id, locale)),
  route(setAgreedPriceEndpoint, async ({ db, params, body, actor, ip, locale }) => {
    await setAgreedPrice(db, { userId: params.id, ...body }, staffOf(actor, ip));
    return getAgreedPrices(db, params.id, locale);
  }),
];
