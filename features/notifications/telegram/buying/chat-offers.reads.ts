import { listPopularServices, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, type Service, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { buyingLimits } from "#features/notifications/telegram/buying.rules.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale } from "#features/policy/policy.rules.ts";
import { isWholesaleAccount, listOffers } from "#features/pricing/pricing.reads.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** A service in a country, at the price that this account pays now. */
export type ChatOffer = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly serviceName: string;
  readonly countryName: string;
  readonly priceKopecks: Kopecks;
  /** What anyone pays for the same. */
  readonly retailKopecks: Kopecks;
  /** Rented for so long; null: a number for its codes. */
  readonly hours: number | null;
};

type Wanted = { readonly serviceId: number; readonly countryId?: number };

/** What there is of a service, cheapest first; in one country where one is named. */
export async function listChatOffers(caller: ChatCaller, wanted: Wanted): Promise<ChatOffer[]> {
  const { db, actor, locale } = caller;
  const [catalogue, isWholesale, offers] = await Promise.all([
    readCatalogue(db),
    isWholesaleAccount(db, actor.userId),
    listOffers(db, { ...wanted, channel: "site", userId: actor.userId }),
  ]);
  return offers
    .flatMap(({ serviceId, countryId, personalKopecks, wholesaleKopecks, retailKopecks }) => {
      const service = catalogue.serviceById.get(serviceId);
      const country = catalogue.countryById.get(countryId);
      if (!service || !country) return [];
      const priceKopecks = personalKopecks ?? (isWholesale ? wholesaleKopecks : retailKopecks);
      const names = { serviceName: serviceName(service, locale), countryName: countryName(country, locale) };
      return [{ serviceId, countryId, priceKopecks, retailKopecks, hours: null, ...names }];
    })
    .toSorted((a, b) => a.priceKopecks - b.priceKopecks || a.countryId - b.countryId);
}

/** The services that a chat begins with: the best known ones that may be sold. */
export async function listChatServices({ db }: ChatCaller): Promise<readonly Service[]> {
  const policy = await readPolicy(db);
  const isSold = ({ id }: Service) =>
    decideSale(policy, { serviceId: id, mode: "activation", channel: "site" }).allowed;
  return (await listPopularServices(db, isSold)).slice(0, buyingLimits.services);
}
