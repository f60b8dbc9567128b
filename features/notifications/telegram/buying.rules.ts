import {
  type Catalogue,
  type Country,
  foldSearch,
  type Service,
  searchServices,
} from "#features/catalogue/catalogue.rules.ts";

export const buyingLimits = {
  /** A price that was told is of use for so long. */
  quoteMinutes: 10,
  /** Buttons below one message. */
  services: 8,
  countries: 10,
  /** Numbers that are told about at once. */
  numbers: 5,
  rentals: 5,
  /** SMS that are shown of one rental. */
  rentMessages: 3,
  smsCharacters: 700,
  /** Prices and purchases are forgotten after so long. */
  keptDays: 7,
} as const;

/** What an account that has said nothing may spend in its chat. */
export const spendingDefaults = { dayCapKopecks: 100_000, confirmAboveKopecks: 10_000 } as const;

/** What a button says it is for: a letter, and the ids that it is about. */
const presses = {
  services: "s",
  service: "o",
  goods: "c",
  buy: "b",
  confirm: "y",
  cancel: "x",
  report: "r",
  finish: "f",
  ask_more: "m",
  balance: "w",
  numbers: "n",
  last: "a",
  week: "p",
  rent_services: "t",
  rent_service: "u",
  rent_country: "v",
  rent_goods: "q",
  rentals: "l",
  rent_cancel: "k",
} as const;
export type Press = keyof typeof presses;

/** The data of a button. */
export function pressData(press: Press, ...ids: readonly number[]): string {
  return [presses[press], ...ids].join(":");
}

/** What a button was for; null for what none of ours says. */
export function readPress(data: string): { press: Press; ids: number[] } | null {
  const [letter, ...rest] = data.split(":");
  const found = (Object.keys(presses) as Press[]).find((press) => presses[press] === letter);
  if (!found || !rest.every((id) => /^\d{1,15}$/.test(id))) return null;
  return { press: found, ids: rest.map(Number) };
}

/** What somebody wants who writes "telegram india", "телеграм индия" or one of both. */
export type Goods = { readonly service: Service | null; readonly country: Country | null };

/** Reads a service and a country out of a text, in any order and any of our languages. */
export function findGoods(catalogue: Catalogue, text: string): Goods {
  const words = foldSearch(text.replaceAll(/[,;./|–—-]+/g, " "))
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  const whole = words.join(" ");
  if (whole === "") return { service: null, country: null };
  const country = countryCalled(catalogue, whole);
  if (country) return { service: null, country };
  for (let at = words.length - 1; at > 0; at -= 1) {
    const [front, back] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    for (const [serviceText, countryText] of [
      [front, back],
      [back, front],
    ] as const) {
      const named = countryCalled(catalogue, countryText);
      const service = named && (searchServices(catalogue, serviceText)[0] ?? null);
      if (named && service) return { service, country: named };
    }
  }
  return { service: searchServices(catalogue, whole)[0] ?? null, country: null };
}

const SHORTEST = 3;

/** The country whose name in some language is the text, or begins with it. */
function countryCalled({ countries }: Catalogue, folded: string): Country | null {
  if (folded.length < SHORTEST) return null;
  const called = (fits: (name: string) => boolean) =>
    countries.find(
      ({ names, slug, visible }) =>
        visible &&
        (fits(slug.replaceAll("-", " ")) || Object.values(names).some((name) => fits(foldSearch(name)))),
    ) ?? null;
  return called((name) => name === folded) ?? called((name) => name.startsWith(folded));
}
