import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { type Answer, answerJson, currencyNumber } from "#features/handler-api/handler-api.rules.ts";
import {
  listedHours,
  numbered,
  readExtension,
  readHours,
  refuseRent,
  rentTime,
} from "#features/handler-api/rent/rent.rules.ts";
import {
  namesCountry,
  type Parameters,
  readCount,
  readCountry,
  readOperators,
  readOrderNumber,
} from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { isWholesaleAccount } from "#features/pricing/pricing.reads.ts";
import {
  listRentableCountries,
  listRentOffers,
  listRentSteps,
  type RentOffer,
} from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import type { RentalPort } from "#features/rentals/rental-port.writes.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const PAGE_MAX = 100;

/**
 * `getRentServicesAndCountries`: what can be rented in a country for a time, at the caller's prices. A service has SMS-Activate's `cost`
 * and `quant`, and HeroSMS's words for the same; `retail_price` is what anybody pays.
 */
export async function listRentStock(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const hours = readHours(parameters);
  if (hours === null) return refuseRent("INVALID_TIME");
  const isNamed = namesCountry(parameters);
  const countryId = isNamed ? readCountry(parameters, env.DEFAULT_COUNTRY_ID) : env.DEFAULT_COUNTRY_ID;
  const operator = readOperators(parameters);
  if (countryId === null || operator === null) return refuseRent("OUT_OF_STOCK");
  const [catalogue, countries, steps, isWholesale] = await Promise.all([
    readCatalogue(db),
    listRentableCountries(db, "api"),
    listRentSteps(db),
    isWholesaleAccount(db, caller.userId),
  ]);
  const fullRentServiceId = catalogue.serviceByCode.get(fullRentCode)?.id ?? 0;
  const ask = { countryId, operator, channel: "api", userId: caller.userId, fullRentServiceId } as const;
  const offers = await listRentOffers(db, ask);
  // Who names no country asks where there is something at all.
  if (offers.length === 0 && (isNamed || countries.length === 0)) return refuseRent("OUT_OF_STOCK");
  const services = offers.flatMap((offer) => {
    const code = offer.serviceId === null ? fullRentCode : catalogue.serviceById.get(offer.serviceId)?.code;
    const price = roublesNumber(rentTotal(hourPriceFor(offer, isWholesale), hours, steps));
    const retail_price = roublesNumber(rentTotal(offer.hourRetailKopecks, hours, steps));
    const quantity = offer.count;
    return code === undefined
      ? []
      : [[code, { cost: price, quant: quantity, quantity, price, retail_price }] as const];
  });
  const operators = new Set(offers.flatMap((offer) => offer.operators));
  return answerJson({
    countries: numbered(countries),
    operators: numbered(["any", ...[...operators].filter((token) => token !== "any").sort()]),
    services: Object.fromEntries(services),
    currency: currencyNumber,
  });
}

/** An hour at what the caller pays: the agreed price, else the tier's. */
function hourPriceFor(offer: RentOffer, isWholesale: boolean): number {
  return offer.hourPersonalKopecks ?? (isWholesale ? offer.hourWholesaleKopecks : offer.hourRetailKopecks);
}

/**
 * `serviceCountRent`: free numbers and prices of a service by country and by hours, `{"6":{"24":{"count":2,"price":20,"retail_price":20}}}`;
 * `{}` where there is nothing. HeroSMS's question; `retail_price` is what anybody pays.
 */
export async function countRentStock(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return refuseRent("BAD_SERVICE");
  const countryId = namesCountry(parameters) ? readCountry(parameters, env.DEFAULT_COUNTRY_ID) : undefined;
  const operator = readOperators(parameters);
  if (countryId === null || operator === null) return refuseRent("OUT_OF_STOCK");
  const isWhole = service.code === fullRentCode;
  const [whole, steps, isWholesale] = await Promise.all([
    findServiceByCode(db, fullRentCode),
    listRentSteps(db),
    isWholesaleAccount(db, caller.userId),
  ]);
  const offers = await listRentOffers(db, {
    serviceId: isWhole ? null : service.id,
    ...(countryId === undefined ? {} : { countryId }),
    operator,
    channel: "api",
    userId: caller.userId,
    fullRentServiceId: whole?.id ?? 0,
  });
  const pricesOf = (offer: RentOffer) =>
    listedHours.map((hours) => {
      const price = roublesNumber(rentTotal(hourPriceFor(offer, isWholesale), hours, steps));
      const retail_price = roublesNumber(rentTotal(offer.hourRetailKopecks, hours, steps));
      return [hours, { count: offer.count, price, retail_price }] as const;
    });
  return answerJson(
    Object.fromEntries(offers.map((offer) => [offer.countryId, Object.fromEntries(pricesOf(offer))])),
  );
}

/** `getRentStatus`: what came in, newest first; a word while there is nothing, and once the rent is over. */
export async function answerRentStatus(
  port: RentalPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const rental = await port.findFacts(caller, id);
  if (!rental) return refuseRent("INVALID_PHONE");
  if (rental.state === "canceled") return refuseRent("STATUS_CANCEL");
  if (rental.state === "expired") return refuseRent("STATUS_FINISH");
  if (rental.messagesCount === 0) return refuseRent("STATUS_WAIT_CODE");
  const limit = Math.max(1, readCount(parameters, "size", 10, PAGE_MAX));
  const page = Math.max(1, readCount(parameters, "page", 1, 1_000_000));
  const messages = await port.countedMessages(caller, id, { start: (page - 1) * limit, limit });
  const service = await serviceCodeOf(caller.db, rental.serviceId);
  return answerJson({
    status: "success",
    quantity: String(rental.messagesCount),
    values: numbered(
      messages.map(({ sender, text, receivedAt }) => ({
        phoneFrom: sender,
        text,
        service,
        date: rentTime(receivedAt),
      })),
    ),
  });
}

async function serviceCodeOf(db: Db, serviceId: number | null): Promise<string> {
  if (serviceId === null) return fullRentCode;
  return (await readCatalogue(db)).serviceById.get(serviceId)?.code ?? "";
}

/** `getRentList`: running rents, newest first; ids are texts here. */
export async function listRents(port: RentalPort, caller: Caller, parameters: Parameters): Promise<Answer> {
  const limit = Math.max(1, readCount(parameters, "length", 10, PAGE_MAX));
  const page = Math.max(1, readCount(parameters, "page", 1, 1_000_000));
  const rentals = await port.listOpen(caller, { start: (page - 1) * limit, limit });
  if (rentals.length === 0) return refuseRent("NO_NUMBERS");
  return answerJson({
    status: "success",
    values: numbered(rentals.map(({ id, number }) => ({ id: String(id), phone: number }))),
  });
}

/** `continueRentInfo`: what an extension costs, and with `needHistory` what earlier ones did. */
export async function answerExtension(
  port: RentalPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const asked = readExtension(parameters);
  if ("refusal" in asked) return asked.refusal;
  const { id, hours } = asked;
  const { priceKopecks } = await port.extensionPrice(caller, id, hours);
  const price = roublesNumber(kopecks(priceKopecks));
  const answer = { status: "success", price, currency: currencyNumber, hours };
  const input = parameters.get("needHistory");
  if (input !== "true" && input !== "1") return answerJson(answer);
  const history = await port.extensions(caller, id);
  return answerJson({
    ...answer,
    history: numbered(
      history.map((extension) => ({
        createDate: rentTime(extension.at),
        price: roublesNumber(kopecks(extension.priceKopecks)),
        hours: extension.hours,
      })),
    ),
  });
}

/** `getContinueRentPriceNumber`: the older spelling of the same. */
export async function answerExtensionPrice(
  port: RentalPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const asked = readExtension(parameters);
  if ("refusal" in asked) return asked.refusal;
  const { id, hours } = asked;
  const { priceKopecks } = await port.extensionPrice(caller, id, hours);
  return answerJson({
    status: "success",
    price: roublesNumber(kopecks(priceKopecks)),
    currency: currencyNumber,
  });
}

/** `prolongOptions`: the extensions that still fit and what each costs, in HeroSMS's form. None: as `continueRentInfo`. */
export async function answerExtensionOptions(
  port: RentalPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const [shortest, ...longer] = listedHours;
  const least = await port.extensionPrice(caller, id, shortest);
  const options = [{ price: least.priceKopecks, hours: shortest as number }];
  for (const hours of longer) {
    const price = await priceIfItFits(port, caller, { id, hours });
    if (price === null) break;
    options.push({ price, hours });
  }
  return answerJson({
    data: {
      options: options.map(({ price, hours }) => ({
        price: roublesNumber(kopecks(price)),
        duration: { unit: "hour", value: hours },
      })),
    },
  });
}

async function priceIfItFits(
  port: RentalPort,
  caller: Caller,
  { id, hours }: { readonly id: number; readonly hours: number },
): Promise<number | null> {
  try {
    return (await port.extensionPrice(caller, id, hours)).priceKopecks;
  } catch (error) {
    if (isAppError(error) && error.row === rentalErrors.MAX_HOURS_EXCEEDED) return null;
    throw error;
  }
}

/** `prolongHistory`: the extensions so far, newest first, in HeroSMS's form; they were all paid by the buyer. */
export async function listExtensionsSoFar(
  port: RentalPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  if (!(await port.findFacts(caller, id))) return refuseRent("INVALID_PHONE");
  const extensions = await port.extensions(caller, id);
  return answerJson({
    data: extensions.map(({ at, priceKopecks, hours }) => ({
      userPrice: roublesNumber(kopecks(priceKopecks)),
      hours,
      createDate: rentTime(at),
      payerType: "client",
    })),
  });
}
