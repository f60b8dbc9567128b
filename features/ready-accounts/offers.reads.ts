import sql, { empty, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue, Country, Service } from "#features/catalogue/catalogue.rules.ts";
import { countryName, serviceIconPath, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale } from "#features/policy/policy.rules.ts";
import type {
  OfferInfo,
  OfferSection,
  ReadyService,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { findSellerFigures } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { standingOf } from "#features/ready-accounts/warranty/warranty.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { type Kopecks, kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** How ready accounts are sold on the site. */
const readyDoor = { mode: "readyAccounts", channel: "site" } as const;

type OnSale = {
  readonly id: number;
  /** Null = the house's own. */
  readonly sellerId: number | null;
  readonly serviceId: number;
  readonly countryId: number;
  readonly groupName: string;
  readonly name: string;
  readonly registrationType: string;
  readonly format: string;
  readonly cloudPass: boolean;
  readonly descriptionHtml: string;
  readonly priceKopecks: Kopecks;
  readonly minCount: number;
  readonly warrantyHours: number;
  /** How many can be bought now. */
  readonly count: number;
};
type Known = OnSale & { readonly service: Service; readonly country: Country };

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

/** Of what is on sale, what policy lets the site sell and the catalogue knows. */
async function allowedOf(db: Db, catalogue: Catalogue, offers: readonly OnSale[]): Promise<Known[]> {
  const policy = await readPolicy(db);
  return offers.flatMap((offer) => {
    const service = catalogue.serviceById.get(offer.serviceId);
    const country = catalogue.countryById.get(offer.countryId);
    const { serviceId, countryId } = offer;
    if (!service || !country || !decideSale(policy, { ...readyDoor, serviceId, countryId }).allowed)
      return [];
    return [{ ...offer, service, country }];
  });
}

const canBeBought = ({ count, minCount }: OnSale) => count >= minCount;

/** Services with accounts that can be bought, in the catalogue's order. */
export async function listReadyServices(db: Db, locale: Locale): Promise<ReadyService[]> {
  const catalogue = await readCatalogue(db);
  const offers = await allowedOf(db, catalogue, (await listOnSale(db, empty)).filter(canBeBought));
  const ids = new Set(offers.map(({ serviceId }) => serviceId));
  return catalogue.services
    .filter(({ id }) => ids.has(id))
    .map((service) => ({
      id: service.id,
      name: serviceName(service, locale),
      icon: serviceIconPath(service),
      external_id: service.code,
    }));
}

/** Offers of sellers whose accounts are claimed too often stand behind all others; the order stays else. */
async function ranked(db: Db, offers: readonly Known[]): Promise<Known[]> {
  const sellers = new Set(offers.map(({ sellerId }) => sellerId).filter((id) => id !== null));
  const figures = await findSellerFigures(db, [...sellers]);
  const isLowered = ({ sellerId }: Known) => {
    const seller = sellerId === null ? undefined : figures.get(sellerId);
    return seller !== undefined && standingOf(seller) !== "good";
  };
  return offers.toSorted((one, other) => Number(isLowered(one)) - Number(isLowered(other)));
}

/** A service's offers that can be bought, by group; the group with the cheapest offer first. Null: no such service. */
export async function listReadyOffers(db: Db, serviceCode: string): Promise<OfferSection[] | null> {
  const catalogue = await readCatalogue(db);
  const service = catalogue.serviceByCode.get(serviceCode);
  if (!service) return null;
  const found = (await listOnSale(db, sql`and o.service_id = ${service.id}`)).filter(canBeBought);
  const offers = await ranked(db, await allowedOf(db, catalogue, found));
  const groups = Map.groupBy(offers, ({ groupName }) => groupName);
  return [...groups].map(([group_name, offers]) => ({
    group_name,
    offers: offers.map(({ id, name, count, priceKopecks, minCount }) => ({
      id,
      name,
      count,
      price: roublesNumber(kopecks(priceKopecks)),
      min_count: minCount,
      service_image_id: null,
    })),
  }));
}

/** One offer on sale, also where its stock has run out; null when it is not sold. */
export async function findOffer(
  db: Db,
  id: number,
  locale: Locale,
): Promise<Omit<OfferInfo, "result"> | null> {
  const [offer] = await allowedOf(db, await readCatalogue(db), await listOnSale(db, sql`and o.id = ${id}`));
  if (!offer) return null;
  return {
    id: offer.id,
    offerId: offer.id,
    name: offer.name,
    description: offer.descriptionHtml,
    price: roublesNumber(kopecks(offer.priceKopecks)),
    count: offer.count,
    min_count: offer.minCount,
    registration_type: offer.registrationType,
    format: offer.format,
    cloud_pass: offer.cloudPass,
    warranty_hours: offer.warrantyHours,
    service: { name: serviceName(offer.service, locale), icon: serviceIconPath(offer.service) },
    country: { name: countryName(offer.country, locale) },
  };
}
