import { kopecks } from "#lib/money/kopecks.ts";

/**
 * A number that somebody wanted before there was an account to buy it with. It travels in the address of the page where it was
 * wanted (`?choice=tg.6.840`), so that it is found there again one press away, in whatever browser the way ends.
 */
export type Choice = {
  /** The protocol's code: `tg`. */
  readonly serviceCode: string;
  readonly countryId: number;
  /** What it cost when it was chosen, in kopecks; never what is paid: that stands on the button. */
  readonly priceKopecks: number;
  /** For how long it was to be rented; null = bought for one code. */
  readonly term: { readonly amount: number; readonly unit: "hours" | "days" } | null;
};

/** A choice of a number to rent. */
export type RentChoice = Choice & { readonly term: NonNullable<Choice["term"]> };

// Links of before 28 November 2026 may end with the tier, which decides nothing.
const CHOICE = /^([a-z0-9]{1,16})\.(\d{1,6})\.(\d{1,10})(?:\.(\d{1,4})(hours|days))?(?:\.wholesale)?$/;

/** The page's path with the choice in its query. `path` carries neither language nor query. */
export function pathWithChoice(path: string, choice: Choice): string {
  const { term } = choice;
  const parts = [choice.serviceCode, choice.countryId, choice.priceKopecks];
  if (term) parts.push(`${term.amount}${term.unit}`);
  return `${path}?${term ? "type=rent&" : ""}choice=${parts.join(".")}`;
}

/** The choice in a page's query; null where there is none or what stands there is none. */
export function parseChoice(search: string): Choice | null {
  const found = CHOICE.exec(new URLSearchParams(search).get("choice") ?? "");
  if (!found) return null;
  const [, serviceCode = "", countryId, priceKopecks = "", count, unit] = found;
  return {
    serviceCode,
    countryId: Number(countryId),
    priceKopecks: kopecks(BigInt(priceKopecks)),
    term: count ? { amount: Number.parseInt(count, 10), unit: unit === "days" ? "days" : "hours" } : null,
  };
}
