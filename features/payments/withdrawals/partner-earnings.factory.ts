import sql from "sql-template-tag";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { endEarningsWaiting } from "#features/partners/earnings/earnings.factory.ts";
import { payDueEarnings, recordEarned } from "#features/partners/earnings/earnings.jobs.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { holdSupplier, setPaused } from "#features/supply/operation/operate-suppliers.writes.ts";
import { findPartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const TELEGRAM = 52;

/**
 * Makes an account a partner's, with a supplier of its own whose modems earned so much that can be withdrawn: one number is sold at that cost
 * in a country where nobody else sells, its code comes, and the share has waited for long enough.
 */
export async function givenPartnerEarnings(db: Db, userId: UserId, amountKopecks: number): Promise<void> {
  const supplierId = await givenPartner(db, userId);
  await withTransaction(db, async (tx) => {
    const supplier = await findPartnerSupplier(tx, userId);
    if (supplier) await setPaused(tx, await holdSupplier(tx, supplier.code), false);
  });
  await sellNumber(db, supplierId, amountKopecks);
  do {
    while ((await recordEarned(db)) > 0);
  } while ((await endEarningsWaiting(db, userId)) === 0);
  while ((await payDueEarnings(db)) > 0);
}

async function sellNumber(db: Db, supplierId: number, costKopecks: number): Promise<void> {
  const { countryId } = await one<{ countryId: number }>(
    db,
    sql`select c.id as "countryId" from catalogue_countries c
        where not exists (select from supply_offers o where o.country_id = c.id) and c.iso2 <> 'RU' order by c.id desc limit 1`,
  );
  const priceKopecks = costKopecks + 100;
  await givenOffer(db, { supplierId, countryId, serviceId: TELEGRAM, costKopecks, priceKopecks, count: 1 });
  const { userId } = await givenApiBuyer(db, priceKopecks);
  const { number } = await buyActivation(
    db,
    purchase({ userId, serviceId: TELEGRAM, countryId, channel: "api" }),
  );
  const sms = { supplierId, smsId: BigInt(userId), phone: Number(number), sender: "T", text: "code 12345" };
  await receiveSms(db, sms, deliverSms);
}
