import { stateTable } from "#lib/state-table.ts";

export const accountOfferStates = ["draft", "on_sale", "stopped"] as const;
export type AccountOfferState = (typeof accountOfferStates)[number];

export const accountOfferEvents = ["put_on_sale", "stop"] as const;
export type AccountOfferEvent = (typeof accountOfferEvents)[number];

/** The state table of offers: buyers see and buy what is on sale. */
export const accountOffers = stateTable<AccountOfferState, AccountOfferEvent>(accountOfferStates, {
  draft: { put_on_sale: "on_sale" },
  on_sale: { stop: "stopped" },
  stopped: { put_on_sale: "on_sale" },
});

export const unitStates = ["available", "held", "sold", "withdrawn"] as const;
type UnitState = (typeof unitStates)[number];

/** `break`: what it says cannot be read when it is to be delivered. `replace`: it is given in place of one that did not work. */
export const unitEvents = ["hold", "release", "sell", "withdraw", "break", "replace"] as const;
type UnitEvent = (typeof unitEvents)[number];

/** The state table of single accounts: only what is free is withdrawn, and what was sold stays sold. */
export const stockUnits = stateTable<UnitState, UnitEvent>(unitStates, {
  available: { hold: "held", withdraw: "withdrawn", break: "withdrawn", replace: "sold" },
  held: { release: "available", sell: "sold", break: "withdrawn" },
  sold: {},
  withdrawn: {},
});

/** How an upload is written: text or CSV with one account per line, a JSON list, or a zip archive in base64. */
export const stockFormats = ["lines", "json", "zip"] as const;
export type StockFormat = (typeof stockFormats)[number];

/** Of an archive, as people are told it. */
export const archiveMegabytes = 3;

export const stockLimits = {
  /** Accounts of one upload, and characters of one that is a text. */
  lines: 2_000,
  text: 400_000,
  /** Characters of an archive in base64, and bytes of the body with it. */
  archiveText: 4_000_000,
  bodyBytes: 4_100_000,
  /** Characters of one line. */
  line: 4_000,
  /** Lines that a report names; the others are counted. */
  problemsShown: 100,
} as const;
