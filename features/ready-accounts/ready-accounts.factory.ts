import {
  addOffer,
  type OfferSeller,
  type OfferTerms,
  stepOffer,
} from "#features/ready-accounts/stock/offers.writes.ts";
import { addStock } from "#features/ready-accounts/stock/stock.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

let lastAccount = 0;

/** Terms of an offer of Telegram accounts at ten roubles apiece. */
export function accountTerms(part: Partial<OfferTerms> = {}): OfferTerms {
  return {
    serviceId: 52,
    countryId: 6,
    groupName: "Session files",
    name: "Telegram, aged",
    registrationType: "auto",
    format: "session",
    cloudPass: true,
    description: "<p>Works in <b>any</b> client</p>",
    template: "login:password",
    priceKopecks: kopecks(1_000),
    minCount: 1,
    warrantyHours: 24,
    ...part,
  };
}

/** As many lines of stock as wanted, all different. */
export function accountLines(count: number): string[] {
  return Array.from({ length: count }, () => {
    lastAccount += 1;
    return `buyer-account-${lastAccount}:secret-${lastAccount}`;
  });
}

/** An offer on sale with so many accounts in stock, the house's or a seller's; answers it with its lines. */
export async function givenAccountOffer(
  db: Db,
  { count = 3, ...terms }: Partial<OfferTerms> & { count?: number } = {},
  seller?: OfferSeller,
): Promise<{ offerId: number; lines: string[] }> {
  const lines = accountLines(count);
  const offerId = await withTransaction(db, async (tx) => {
    const { id } = await addOffer(tx, accountTerms(terms), seller);
    if (count > 0)
      await addStock(tx, {
        ...{
          offerId: id,
          format: "lines",
          text: lines.join("\n"),
          expiresAt: null,
          skipsRefused: false,
          actorId: 1,
        },
      });
    await stepOffer(tx, id, "put_on_sale");
    return id;
  });
  return { offerId, lines };
}
