import { readFileSync } from "node:fs";
import path from "node:path";
import { NUMBER_PLANS } from "#app/_processes/simulator/countries.ts";
import { digits, pick, seeded } from "#app/_processes/simulator/random.ts";

export type BankService = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly rank: number;
};
export type Offer = {
  readonly country: BankCountry;
  readonly operator: string;
  readonly numbers: readonly number[];
  readonly services: readonly BankService[];
};
type BankCountry = {
  readonly id: number;
  readonly slug: string;
  readonly dialCode: string;
  readonly operators: readonly string[];
};

export type BankProfile = {
  readonly code: string;
  readonly name: string;
  readonly kind: "agent" | "own";
  readonly honoursClientId: boolean;
  readonly gzipRequests: boolean;
  /** Names countries in three letters, as some partners do. */
  readonly shortCountries: boolean;
  readonly countries: readonly string[];
  readonly numbersPerOffer: number;
  /** Share of the less popular services that a country's offers carry. */
  readonly breadth: number;
};

/** Three owners of SIM banks: two whose servers are called, one behind NAT that reports its stock. */
export const BANKS: readonly BankProfile[] = [
  {
    code: "archipelago",
    name: "Archipelago SIM",
    kind: "agent",
    honoursClientId: true,
    gzipRequests: true,
    shortCountries: false,
    countries:
      "indonesia philippines vietnam india malaysia thailand cambodia bangladesh pakistan hong-kong kazakhstan uzbekistan kyrgyzstan kenya nigeria ghana egypt morocco south-africa brazil usa united-arab-emirates".split(
        " ",
      ),
    numbersPerOffer: 40,
    breadth: 0.4,
  },
  {
    code: "baltic",
    name: "Baltic Cards",
    kind: "agent",
    honoursClientId: false,
    gzipRequests: false,
    shortCountries: true,
    countries:
      "estonia latvia lithuania poland germany netherlands sweden united-kingdom france spain italy portugal romania bulgaria greece czech-republic ukraine georgia azerbaijan turkey israel canada colombia indonesia".split(
        " ",
      ),
    numbersPerOffer: 40,
    breadth: 0.4,
  },
  {
    code: "highland",
    name: "Highland Modems",
    kind: "own",
    honoursClientId: false,
    gzipRequests: false,
    shortCountries: false,
    countries:
      "mexico colombia peru chile argentina indonesia india kazakhstan united-kingdom poland kenya philippines".split(
        " ",
      ),
    numbersPerOffer: 18,
    breadth: 0.15,
  },
];

const OPERATORS_PER_COUNTRY = 2;
const SERVICES = 320;
const ALWAYS_CARRIED = 60;
const UNSOLD_CATEGORIES = new Set(["bank", "government"]);

function readData<Row>(file: string): Row[] {
  const folder = path.join(import.meta.dirname, "..", "..", "..", "features", "catalogue", "data");
  return JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Row[];
}

type ServiceRow = { id: number; code: string; name: string; category: string; popularityRank: number };

/** The services that the simulated banks know, the most popular first. */
export function listBankServices(): BankService[] {
  return readData<ServiceRow>("services.json")
    .filter(({ category, code }) => !UNSOLD_CATEGORIES.has(category) && code !== "full")
    .sort((left, right) => left.popularityRank - right.popularityRank)
    .slice(0, SERVICES)
    .map(({ id, code, name }, index) => ({ id, code, name, rank: index + 1 }));
}

/** Every offer (country x operator) of a bank with its numbers and services; the same for the same seed. */
export function planOffers(bank: BankProfile, seed: string): Offer[] {
  const countries = new Map(
    readData<BankCountry>("countries.json").map((country) => [country.slug, country]),
  );
  const services = listBankServices();
  return bank.countries.flatMap((slug) => {
    const country = countries.get(slug);
    if (!country) throw new Error(`The catalogue has no country ${slug}`);
    const carried = services.filter(
      ({ code, rank }) => rank <= ALWAYS_CARRIED || seeded(seed, bank.code, slug, code)() < bank.breadth,
    );
    const operators =
      country.operators.length > 0 ? country.operators.slice(0, OPERATORS_PER_COUNTRY) : ["any"];
    return operators.map((operator) => ({
      country,
      operator,
      services: carried,
      numbers: planNumbers(bank, country, operator, seed),
    }));
  });
}

function planNumbers(bank: BankProfile, country: BankCountry, operator: string, seed: string): number[] {
  const shape = NUMBER_PLANS[country.slug];
  if (!shape) throw new Error(`No number plan for ${country.slug}`);
  const random = seeded(seed, "numbers", bank.code, country.slug, operator);
  const numbers = new Set<number>();
  while (numbers.size < bank.numbersPerOffer) {
    const prefix = pick(shape.prefixes, random);
    // A first digit of 2 to 9 behind the area code keeps North American numbers valid.
    const rest = `${2 + Math.floor(random() * 8)}${digits(shape.length - prefix.length - 1, random)}`;
    numbers.add(Number(`${country.dialCode}${prefix}${rest}`));
  }
  return [...numbers];
}

/** The bank's word for a country. */
export function countryWord(bank: BankProfile, country: { slug: string }): string {
  if (!bank.shortCountries) return country.slug;
  return (
    country.slug
      .replaceAll(/[aeiou-]/g, "")
      .slice(0, 3)
      .padEnd(3, "x") + country.slug.length
  );
}

const DEAR = new Set(
  "usa united-kingdom germany netherlands sweden france spain italy canada united-arab-emirates israel".split(
    " ",
  ),
);
const CHEAP = new Set(
  "indonesia india kenya nigeria pakistan bangladesh vietnam ghana egypt philippines".split(" "),
);

/** What this bank asks for one activation, in kopecks: 2 to 60 RUB, dearer where SIM cards are dear. */
export function costKopecks(
  bank: BankProfile,
  service: BankService,
  country: { slug: string },
  seed: string,
): number {
  const random = seeded(seed, "price", bank.code, service.code, country.slug);
  const base =
    service.rank <= 12
      ? 1_000 + random() * 1_800
      : service.rank <= 60
        ? 500 + random() * 900
        : 250 + random() * 600;
  const place = DEAR.has(country.slug) ? 1.9 : CHEAP.has(country.slug) ? 0.6 : 1;
  return Math.min(6_000, Math.max(200, Math.round((base * place) / 10) * 10));
}
