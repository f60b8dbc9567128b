import { partnerPortsMin } from "#features/site/site.rules.ts";
import { stateTable } from "#lib/state-table.ts";

export const applicationStates = ["waiting", "approved", "declined"] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const applicationEvents = ["approve", "decline"] as const;
export type ApplicationEvent = (typeof applicationEvents)[number];

/** The state table: an application is decided once. */
export const { nextState } = stateTable<ApplicationState, ApplicationEvent>(applicationStates, {
  waiting: { approve: "approved", decline: "declined" },
  approved: {},
  declined: {},
});

export const applicationLimits = {
  /** The product's rules: COM ports, 16 or more. */
  portsMin: partnerPortsMin,
  portsMax: 100_000,
  contactCharacters: 200,
  countriesCharacters: 500,
  modemsCharacters: 500,
  aboutCharacters: 2_000,
  noteCharacters: 1_000,
  notes: 100,
  /** Declined applications are kept so long. */
  declinedDays: 180,
} as const;

/** Fields of the form that hold text, in their order. */
export const applicationTexts = ["contact", "simCountries", "modems", "about"] as const;
export type ApplicationText = (typeof applicationTexts)[number];

/**
 * Countries as they were typed with commas between them (also full-width and Arabic ones), in one spelling: "Latvia, Kazakhstan". Null
 * when a name is missing, has no letter or is longer than any country's.
 */
export function simCountriesOf(text: string): string | null {
  const names = text.split(/[,،，、;]/).map((name) => name.replace(/\s+/g, " ").trim());
  const given = names.at(-1) === "" ? names.slice(0, -1) : names;
  const isList = given.length > 0 && given.every((name) => /\p{L}/u.test(name) && name.length <= 60);
  return isList ? [...new Set(given)].join(", ") : null;
}
