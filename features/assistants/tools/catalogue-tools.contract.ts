import { z } from "zod";
import { ownPriceText, priceText } from "#features/assistants/assistants.rules.ts";
import { foundText } from "#features/assistants/assistants.view.ts";
import { countryId, defineTool, limit, reads } from "#features/assistants/tools/tool.contract.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { restListCountries } from "#features/rest-api/countries/countries.contract.ts";
import { RestOffer, restListOffers } from "#features/rest-api/offers/offers.contract.ts";
import { restListServices } from "#features/rest-api/services/services.contract.ts";

const ServiceEntry = z.object({
  code: z.string().describe("What other tools call it"),
  name: z.string(),
  category: z.string(),
});

const searchServices = defineTool({
  name: "search_services",
  title: "Search services",
  description: "Services whose numbers are sold here, by part of a name; without one the best known.",
  endpoints: [restListServices],
  hints: reads,
  input: z.strictObject({
    search: z.string().max(60).default("").describe("Part of a name, such as telegram"),
    limit,
  }),
  output: z.object({ services: z.array(ServiceEntry), found: z.number().int() }),
  run: async ({ search, limit: most }, { ask }) => {
    const { data } = await ask(restListServices, { query: { search } });
    const services = data.slice(0, most).map(({ code, name, category }) => ({ code, name, category }));
    const names = services.map(({ code, name }) => `${name} (${code})`).join(", ");
    const count = foundText(data.length, services.length);
    return {
      sentence: data.length === 0 ? "No such service." : `${count}: ${names}.`,
      data: { services, found: data.length },
    };
  },
});

const CountryEntry = z.object({
  id: z.number().int().describe("What other tools call it"),
  name: z.string(),
  iso2: z.string(),
  dialCode: z.string(),
  operators: z.array(z.string()).describe("Operators that a purchase may name"),
});
type CountryEntry = z.infer<typeof CountryEntry>;

function isCalled({ name, iso2, dialCode }: CountryEntry, search: string): boolean {
  const wanted = search.trim().replace(/^\+/, "").toLowerCase();
  return name.toLowerCase().includes(wanted) || iso2.toLowerCase() === wanted || dialCode === wanted;
}

const searchCountries = defineTool({
  name: "search_countries",
  title: "Search countries",
  description:
    "Countries whose numbers are sold here, by part of a name, ISO code or dialling code; popular ones first.",
  endpoints: [restListCountries],
  hints: reads,
  input: z.strictObject({
    search: z.string().max(60).default("").describe("Such as indonesia, ID or +62"),
    limit,
  }),
  output: z.object({ countries: z.array(CountryEntry), found: z.number().int() }),
  run: async ({ search, limit: most }, { ask }) => {
    const { data } = await ask(restListCountries);
    const found = data.filter((country) => isCalled(country, search));
    const countries = found
      .slice(0, most)
      .map(({ id, name, iso2, dialCode, operators }) => ({ id, name, iso2, dialCode, operators }));
    const names = countries.map(({ id, name }) => `${name} (${id})`).join(", ");
    const count = foundText(found.length, countries.length);
    return {
      sentence: found.length === 0 ? "No such country." : `${count}: ${names}.`,
      data: { countries, found: found.length },
    };
  },
});

const OfferEntry = z.object({
  ...RestOffer.pick({
    service: true,
    country: true,
    priceKopecks: true,
    retailPriceKopecks: true,
    currency: true,
    count: true,
    deliveryPercent: true,
  }).shape,
  countryName: z.string(),
  price: z.string().describe("The price to read"),
});
type OfferEntry = z.infer<typeof OfferEntry>;

const orders = {
  price: (left: OfferEntry, right: OfferEntry) => left.priceKopecks - right.priceKopecks,
  delivery: (left: OfferEntry, right: OfferEntry) =>
    (right.deliveryPercent ?? -1) - (left.deliveryPercent ?? -1) || left.priceKopecks - right.priceKopecks,
} as const;

function sayOffer(offer: OfferEntry): string {
  const { service, countryName, country, priceKopecks, retailPriceKopecks, count, deliveryPercent } = offer;
  const price = ownPriceText(priceKopecks, retailPriceKopecks);
  const delivered = deliveryPercent === null ? "delivery not known yet" : `${deliveryPercent} % delivered`;
  return `${service} in ${countryName} (${country}): ${price}, ${count} numbers, ${delivered}`;
}

const findOffers = defineTool({
  name: "find_offers",
  title: "Find offers",
  description:
    "Prices that this key pays, beside the retail ones, stock, and how many of a hundred purchases got a code, for a service, a country, " +
    "or both. What is out of stock is left out.",
  endpoints: [restListOffers, restListCountries],
  hints: reads,
  input: z.strictObject({
    service: ServiceCode.optional().describe("Code of a service (search_services)"),
    country: countryId.optional().describe("Id of a country (search_countries)"),
    order: z.enum(["price", "delivery"]).default("price").describe("Cheapest first, or best delivery first"),
    limit,
  }),
  output: z.object({ offers: z.array(OfferEntry), found: z.number().int() }),
  run: async ({ service, country, order, limit: most }, { ask }) => {
    const [offers, countries] = await Promise.all([
      ask(restListOffers, { query: { service, country } }),
      ask(restListCountries),
    ]);
    const nameOf = new Map(countries.data.map(({ id, name }) => [id, name]));
    const found = offers.data
      .map((offer) =>
        OfferEntry.parse({
          ...offer,
          countryName: nameOf.get(offer.country) ?? String(offer.country),
          price: priceText(offer.priceKopecks),
        }),
      )
      .sort(orders[order]);
    const shown = found.slice(0, most);
    return {
      sentence:
        found.length === 0
          ? "Nothing is on sale for this now. Try another country, or call again later."
          : `${foundText(found.length, shown.length)}:\n${shown.map(sayOffer).join("\n")}`,
      data: { offers: shown, found: found.length },
    };
  },
});

export const catalogueTools = [searchServices, searchCountries, findOffers] as const;
