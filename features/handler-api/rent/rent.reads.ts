import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { type Answer, answerJson, currencyNumber } from "#features/handler-api/handler-api.rules.ts";
import {
  type HandlerRentPort,
  numbered,
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
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const PAGE_MAX = 100;

/** `getRentServicesAndCountries`: what can be rented in a country for a time, at the caller's prices. */
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
  const wholeServiceId = catalogue.serviceByCode.get(fullRentCode)?.id ?? 0;
  const ask = { countryId, operator, channel: "api", userId: caller.userId, wholeServiceId } as const;
  const offers = await listRentOffers(db, ask);
  // Who names no country asks where there is something at all.
  if (offers.length === 0 && (isNamed || countries.length === 0)) return refuseRent("OUT_OF_STOCK");
  const priceOf = (offer: RentOffer) =>
    offer.hourPersonalKopecks ?? (isWholesale ? offer.hourWholesaleKopecks : offer.hourRetailKopecks);
  const services = offers.flatMap((offer) => {
    const code = offer.serviceId === null ? fullRentCode : catalogue.serviceById.get(offer.serviceId)?.code;
    const cost = roublesNumber(rentTotal(priceOf(offer), hours, steps));
    return code === undefined ? [] : [[code, { cost, quant: offer.count }] as const];
  });
  const operators = new Set(offers.flatMap((offer) => offer.operators));
  return answerJson({
    countries: numbered(countries),
    operators: numbered(["any", ...[...operators].filter((token) => token !== "any").sort()]),
    services: Object.fromEntries(services),
    currency: currencyNumber,
  });
}

/** `getRentStatus`: what came in, newest first; a word while there is nothing, and once the rent is over. */
export async function answerRentStatus(
  desk: HandlerRentPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const rental = await desk.find(db, caller, id);
  if (!rental) return refuseRent("INVALID_PHONE");
  if (rental.state === "canceled") return refuseRent("STATUS_CANCEL");
  if (rental.state === "expired") return refuseRent("STATUS_FINISH");
  if (rental.messagesCount === 0) return refuseRent("STATUS_WAIT_CODE");
  const limit = Math.max(1, readCount(parameters, "size", 10, PAGE_MAX));
  const page = Math.max(1, readCount(parameters, "page", 1, 1_000_000));
  const messages = await desk.messages(db, caller, id, { start: (page - 1) * limit, limit });
  const service = await serviceCodeOf(db, rental.serviceId);
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
export async function listRents(
  desk: HandlerRentPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  const limit = Math.max(1, readCount(parameters, "length", 10, PAGE_MAX));
  const page = Math.max(1, readCount(parameters, "page", 1, 1_000_000));
  const rentals = await desk.listOpen(db, caller, { start: (page - 1) * limit, limit });
  if (rentals.length === 0) return refuseRent("NO_NUMBERS");
  return answerJson({
    status: "success",
    values: numbered(rentals.map(({ id, number }) => ({ id: String(id), phone: number }))),
  });
}

/** `continueRentInfo`: what an extension costs, and with `needHistory` what earlier ones did. */
export async function answerExtension(
  desk: HandlerRentPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const hours = readHours(parameters);
  if (hours === null) return refuseRent("INVALID_TIME");
  const { priceKopecks } = await desk.extensionPrice(db, caller, id, hours);
  const price = roublesNumber(kopecks(priceKopecks));
  const answer = { status: "success", price, currency: currencyNumber, hours };
  const input = parameters.get("needHistory");
  if (input !== "true" && input !== "1") return answerJson(answer);
  const history = await desk.extensions(db, caller, id);
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
  desk: HandlerRentPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const hours = readHours(parameters);
  if (hours === null) return refuseRent("INVALID_TIME");
  const { priceKopecks } = await desk.extensionPrice(db, caller, id, hours);
  return answerJson({
    status: "success",
    price: roublesNumber(kopecks(priceKopecks)),
    currency: currencyNumber,
  });
}
