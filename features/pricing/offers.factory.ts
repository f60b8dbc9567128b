import sql from "sql-template-tag";
import { givenStock, givenSupplierOffer } from "#features/supply/supplier-offers.factory.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { forgetShared } from "#lib/api/shared-answers.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

export type OfferInput = {
  kind?: "own" | "agent";
  /** Country and service ids of the catalogue. */
  countryId?: number;
  serviceId?: number;
  operator?: string;
  costKopecks?: number;
  priceKopecks?: number;
  wholesaleKopecks?: number;
  /** Units on sale (own), or what the agent claims. */
  count?: number;
  /** Where the agent listens. */
  baseUrl?: string;
  honoursClientId?: boolean;
  apiOnly?: boolean;
  /** An earlier offer's supplier. */
  supplierId?: number;
};

export type Offer = { supplierId: number; offerId: number; numbers: number[]; pushKey: string };

/** A supplier's offer on sale: supplier, what it has, its price and (own) stock. */
export async function givenOffer(db: Db, input: OfferInput = {}): Promise<Offer> {
  const { kind = "own", countryId = 6, serviceId = 52, operator = "any", count = 10 } = input;
  const { costKopecks = 1_000, priceKopecks = 1_400, wholesaleKopecks = priceKopecks } = input;
  const { supplierId, pushKey } = input.supplierId
    ? { supplierId: input.supplierId, pushKey: "" }
    : await givenSupplier(db, input);
  const offerId = await givenSupplierOffer(db, {
    supplierId,
    countryId,
    serviceId,
    operator,
    costKopecks,
    count,
  });
  await execute(
    db,
    sql`insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks,
          wholesale_kopecks, count, healthy, api_only)
        values (${offerId}, ${serviceId}, ${countryId}, ${supplierId}, ${operator}, ${kind}, ${costKopecks}, ${priceKopecks},
          ${wholesaleKopecks}, ${count}, true, ${input.apiOnly ?? false})`,
  );
  forgetShared(db);
  const numbers = kind === "own" ? await givenStock(db, offerId, count) : [];
  return { supplierId, offerId, numbers, pushKey };
}

/** Takes every offer of all suppliers off sale; `owner` may write all tables. */
export async function takeOffersOffSale(owner: Db): Promise<void> {
  await execute(owner, sql`update pricing_offers set healthy = false`);
}
