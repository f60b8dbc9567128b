import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryName,
  type Service,
  searchServices,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { ChatOffer } from "#features/notifications/telegram/buying/chat-offers.reads.ts";
import { buyingLimits } from "#features/notifications/telegram/buying.rules.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale } from "#features/policy/policy.rules.ts";
import { isWholesaleAccount } from "#features/pricing/pricing.reads.ts";
import { pricesOfTier } from "#features/pricing/pricing.rules.ts";
import { listRentOffers, listRentSteps } from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { listRentServices } from "#features/supply/rent/rent.reads.ts";

type Wanted = {
  readonly serviceId: number;
  readonly countryId?: number;
  /** For so long. */
  readonly hours: number;
};

/** What can be rented of a service, cheapest first, at the price that this account pays for these hours now. */
export async function listChatRents(
  { db, actor, locale }: ChatCaller,
  { serviceId, hours, ...where }: Wanted,
): Promise<ChatOffer[]> {
  const catalogue = await readCatalogue(db);
  const service = catalogue.serviceById.get(serviceId);
  if (!service) return [];
  const [offers, steps, isWholesale] = await Promise.all([
    listRentOffers(db, {
      ...where,
      serviceId: service.code === fullRentCode ? null : service.id,
      fullRentServiceId: catalogue.serviceByCode.get(fullRentCode)?.id ?? 0,
      channel: "site",
      userId: actor.userId,
    }),
    listRentSteps(db),
    isWholesaleAccount(db, actor.userId),
  ]);
  return offers
    .flatMap(({ countryId, hourPersonalKopecks, hourRetailKopecks, hourWholesaleKopecks }) => {
      const country = catalogue.countryById.get(countryId);
      if (!country) return [];
      const tiers = { retailKopecks: hourRetailKopecks, wholesaleKopecks: hourWholesaleKopecks };
      const hourKopecks = hourPersonalKopecks ?? pricesOfTier(tiers, isWholesale).kopecks;
      const names = { serviceName: serviceName(service, locale), countryName: countryName(country, locale) };
      const [priceKopecks, retailKopecks] = [
        rentTotal(hourKopecks, hours, steps),
        rentTotal(hourRetailKopecks, hours, steps),
      ];
      return [{ serviceId, countryId, hours, priceKopecks, retailKopecks, ...names }];
    })
    .toSorted((a, b) => a.priceKopecks - b.priceKopecks || a.countryId - b.countryId);
}

/** The services that a chat offers for rent: the whole number first, then the best known ones. */
export async function listChatRentServices({ db }: ChatCaller): Promise<Service[]> {
  const [catalogue, policy, rentable] = await Promise.all([
    readCatalogue(db),
    readPolicy(db),
    listRentServices(db),
  ]);
  const whole = catalogue.serviceByCode.get(fullRentCode);
  const ids = new Set(rentable.map((id) => id ?? whole?.id));
  return searchServices(catalogue, "")
    .filter(
      ({ id }) => ids.has(id) && decideSale(policy, { serviceId: id, mode: "rent", channel: "site" }).allowed,
    )
    .toSorted((a, b) => Number(b.id === whole?.id) - Number(a.id === whole?.id))
    .slice(0, buyingLimits.services);
}
