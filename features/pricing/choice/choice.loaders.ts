import "server-only";
import { findCountry, findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { type Choice, parseChoice } from "#features/pricing/choice/choice.rules.ts";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { listRentOffers, listRentSteps } from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const HOURS_PER_DAY = 24;

/** A number that a guest was about to buy, as a page shows it. */
export type ChosenNumber = {
  readonly service: { readonly name: string; readonly icon: string | null };
  readonly country: { readonly name: string; readonly icon: string };
  readonly term: Choice["term"];
  /** What it costs now, never what the address says; null while there is none. */
  readonly priceKopecks: number | null;
  readonly rubPerUsd: number | null;
};

/**
 * The number that the path of a page names as chosen; null where it names none that we know. `wholeCode` is the service code by
 * which a whole number is rented.
 */
export async function loadChosenNumber(
  locale: Locale,
  path: string | null,
  wholeCode: string,
): Promise<ChosenNumber | null> {
  const choice = path === null ? null : parseChoice(path.split("?")[1] ?? "");
  if (choice === null) return null;
  const db = pageDb();
  const [service, country, rate] = await Promise.all([
    findServiceByCode(db, choice.serviceCode),
    findCountry(db, choice.countryId),
    loadUsdRate(),
  ]);
  if (!service || !country) return null;
  return {
    service: { name: serviceName(service, locale), icon: serviceIconPath(service) },
    country: { name: countryName(country, locale), icon: countryIconPath(country) },
    term: choice.term,
    priceKopecks: await (choice.term
      ? rentPrice(choice, service.id, wholeCode)
      : numberPrice(choice, service.id)),
    rubPerUsd: rate?.rubPerUsd ?? null,
  };
}

/** A guest's price of a number for one code. */
async function numberPrice({ countryId }: Choice, serviceId: number): Promise<number | null> {
  const [offer] = await listOffers(pageDb(), { serviceId, countryId, channel: "site", userId: null });
  return offer?.retailKopecks ?? null;
}

async function rentPrice(
  { serviceCode, countryId, term }: Choice,
  serviceId: number,
  wholeCode: string,
): Promise<number | null> {
  const db = pageDb();
  const whole = await findServiceByCode(db, wholeCode);
  const [[offer], steps] = await Promise.all([
    listRentOffers(db, {
      ...{ serviceId: serviceCode === wholeCode ? null : serviceId, countryId },
      ...{ fullRentServiceId: whole?.id ?? 0, channel: "site" as const, userId: null },
    }),
    listRentSteps(db),
  ]);
  if (!offer || !term) return null;
  const hours = term.unit === "days" ? term.amount * HOURS_PER_DAY : term.amount;
  return rentTotal(offer.hourRetailKopecks, hours, steps);
}
