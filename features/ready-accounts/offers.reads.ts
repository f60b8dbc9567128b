import sql, { empty, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue, Country, Service } from "#features/catalogue/catalogue.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type SaleChannel } from "#features/policy/policy.rules.ts";
import { findSellerFigures } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { standingOf } from "#features/ready-accounts/warranty/warranty.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** An offer of accounts that is on sale, as every door needs it. */
export type ReadyOffer = {
  readonly id: number;
  readonly service: Service;
  readonly country: Country;
  readonly groupName: string;
  readonly name: string;
  readonly registrationType: string;
  readonly format: string;
  readonly cloudPass: boolean;
  /** Harmless HTML: a few bare tags. */
  readonly descriptionHtml: string;
  /** Of one account. */
  readonly priceKopecks: Kopecks;
  readonly minCount: number;
  readonly warrantyHours: number;
  /** How many can be bought now. */
  readonly count: number;
  /** Who sells it; null = the house. */
  readonly storeName: string | null;
};
/** The same before it is known what its store is called. */
export type SoldOffer = Omit<ReadyOffer, "storeName"> & {
  /** Null = the house's own. */
  readonly sellerId: number | null;
};
type OnSale = Omit<SoldOffer, "service" | "country"> & {
  readonly serviceId: number;
  readonly countryId: number;
};

function listOnSale(db: Queryable, where: Sql): Promise<OnSale[]> {
  return rows<OnSale>(
    db,
    sql`select o.id, o.seller_id as "sellerId", o.service_id as "serviceId", o.country_id as "countryId", o.group_name as "groupName", o.name,
          o.registration_type as "registrationType", o.format, o.cloud_pass as "cloudPass",
          o.description_html as "descriptionHtml", o.price_kopecks as "priceKopecks", o.min_count as "minCount",
          o.warranty_hours as "warrantyHours",
          (select count(*)::int from ready_accounts_units u where u.offer_id = o.id and u.state = 'available'
            and (u.expires_at is null or u.expires_at > app_now())) as count
        from ready_accounts_offers o where o.state = 'on_sale' ${where} order by o.price_kopecks, o.id`,
  );
}

/** Of what is on sale, what policy lets a channel sell and the catalogue knows. */
async function allowedOf(
  db: Db,
  channel: SaleChannel,
  catalogue: Catalogue,
  offers: readonly OnSale[],
): Promise<SoldOffer[]> {
  const policy = await readPolicy(db);
  return offers.flatMap(({ serviceId, countryId, ...offer }) => {
    const service = catalogue.serviceById.get(serviceId);
    const country = catalogue.countryById.get(countryId);
    const question = { mode: "readyAccounts", channel, serviceId, countryId } as const;
    return service && country && decideSale(policy, question).allowed ? [{ ...offer, service, country }] : [];
  });
}

const canBeBought = ({ count, minCount }: OnSale) => count >= minCount;

/** Services with accounts that can be bought, in the catalogue's order. */
export async function listReadyServices(db: Db, channel: SaleChannel): Promise<Service[]> {
  const catalogue = await readCatalogue(db);
  const found = (await listOnSale(db, empty)).filter(canBeBought);
  const ids = new Set((await allowedOf(db, channel, catalogue, found)).map(({ service }) => service.id));
  return catalogue.services.filter(({ id }) => ids.has(id));
}

/** Offers of sellers whose accounts are claimed too often stand behind all others; the order stays else. */
async function ranked(db: Db, offers: readonly SoldOffer[]): Promise<SoldOffer[]> {
  const sellers = new Set(offers.map(({ sellerId }) => sellerId).filter((id) => id !== null));
  const figures = await findSellerFigures(db, [...sellers]);
  const isLowered = ({ sellerId }: SoldOffer) => {
    const seller = sellerId === null ? undefined : figures.get(sellerId);
    return seller !== undefined && standingOf(seller) !== "good";
  };
  return offers.toSorted((one, other) => Number(isLowered(one)) - Number(isLowered(other)));
}

/** A service's offers that can be bought, cheapest first. Null: no such service. */
export async function listReadyOffers(
  db: Db,
  channel: SaleChannel,
  serviceCode: string,
): Promise<SoldOffer[] | null> {
  const catalogue = await readCatalogue(db);
  const service = catalogue.serviceByCode.get(serviceCode);
  if (!service) return null;
  const found = (await listOnSale(db, sql`and o.service_id = ${service.id}`)).filter(canBeBought);
  return ranked(db, await allowedOf(db, channel, catalogue, found));
}

/** One offer on sale, also where its stock has run out; null when it is not sold. */
export async function findReadyOffer(db: Db, channel: SaleChannel, id: number): Promise<SoldOffer | null> {
  const found = await listOnSale(db, sql`and o.id = ${id}`);
  const [offer = null] = await allowedOf(db, channel, await readCatalogue(db), found);
  return offer;
}
