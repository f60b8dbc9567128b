import {
  type PartnerNumberState,
  partnerNumberStates,
} from "#features/supply/inventory/partner-numbers.rules.ts";

/** What the list of a partner's numbers is narrowed to; empty texts do not narrow it. */
export type SimCardChoice = {
  readonly search: string;
  readonly country: string;
  readonly state: PartnerNumberState | "";
};

type Query = Record<string, string | string[] | undefined>;

/** The choice out of an address; what it does not understand is left out. */
export function readSimCardChoice(query: Query): SimCardChoice {
  const textOf = (name: string) => (typeof query[name] === "string" ? query[name] : "");
  const country = textOf("country");
  const state = textOf("state");
  return {
    search: textOf("search").slice(0, 60),
    country: /^[a-z0-9-]{2,60}$/.test(country) ? country : "",
    state: partnerNumberStates.find((known) => known === state) ?? "",
  };
}

/** The choice as the end of an address: `?state=held`, or nothing. */
export function simCardQuery(choice: SimCardChoice): string {
  const given = Object.entries(choice).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
