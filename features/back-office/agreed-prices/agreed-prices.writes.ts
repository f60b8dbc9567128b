import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { findLowestCost } from "#features/pricing/pricing.reads.ts";
import { agreePersonalPrice, endPersonalPrice } from "#features/pricing/pricing.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

type Agreement = {
  readonly userId: number;
  readonly serviceCode: string;
  readonly countryId: number;
  /** Null ends the agreement. */
  readonly priceKopecks: number | null;
  readonly reason: string;
};

/**
 * Agrees a price with a user, or ends the agreement, with the audit in one transaction. Repeating it changes nothing more.
 * Throws OWN_ACCOUNT, SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, DESK_NOTHING_THERE (no such user, nothing to end), PRICE_BELOW_COST,
 * COST_UNKNOWN (nothing of it is on sale: what it costs us is not known).
 */
export async function setAgreedPrice(
  db: Db,
  { userId, serviceCode, countryId, priceKopecks, reason }: Agreement,
  staff: Staff,
): Promise<void> {
  if (userId === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  const { serviceByCode, countryById } = await readCatalogue(db);
  const service = serviceByCode.get(serviceCode);
  if (!service) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
  if (!countryById.has(countryId)) throw new AppError(pricingErrors.COUNTRY_NOT_FOUND);
  const goods = { userId, serviceId: service.id, countryId };
  await withTransaction(db, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    if (priceKopecks === null) {
      if (!(await endPersonalPrice(tx, goods))) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    } else {
      const lowest = await findLowestCost(tx, goods);
      if (lowest === null) throw new AppError(backOfficeErrors.COST_UNKNOWN);
      if (priceKopecks < lowest) {
        const details = { costRub: decimalRoubles(lowest) };
        throw new AppError(backOfficeErrors.PRICE_BELOW_COST, { details });
      }
      await agreePersonalPrice(tx, { ...goods, priceKopecks: kopecks(priceKopecks) });
    }
    await recordAction(tx, {
      actorId: staff.staffId,
      action: priceKopecks === null ? "price.end" : "price.agree",
      subject: `user:${userId}`,
      details: { service: serviceCode, countryId, priceKopecks, reason },
      ip: staff.ip,
    });
  });
}
