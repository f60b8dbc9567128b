import { stateTable } from "#lib/state-table.ts";

export const licenceProductStates = ["draft", "on_sale", "stopped"] as const;
export type LicenceProductState = (typeof licenceProductStates)[number];

export const licenceProductEvents = ["put_on_sale", "stop"] as const;
export type LicenceProductEvent = (typeof licenceProductEvents)[number];

/** The state table of products: nobody buys or renews what is not on sale; licences that were sold stay as they are. */
export const licenceProducts = stateTable<LicenceProductState, LicenceProductEvent>(licenceProductStates, {
  draft: { put_on_sale: "on_sale" },
  on_sale: { stop: "stopped" },
  stopped: { put_on_sale: "on_sale" },
});

export const licenceStates = ["valid", "expired", "revoked"] as const;
export type LicenceState = (typeof licenceStates)[number];

/** Licences of one page of "my licences". */
export const licencePage = { pageDefault: 20, pageMax: 50 } as const;

/** The most characters that a licence key has: what is longer is none of ours. */
export const tokenMost = 2_000;

export const productLimits = {
  name: 120,
  softwareType: 80,
  description: 4_000,
  termDays: 3_660,
  devices: 1_000,
  version: 40,
  notes: 4_000,
  url: 500,
} as const;

/** Calls of products and licences, and of the desk about them: they are there where the setting LICENCES says so. */
export function isLicenceCall({ path }: { readonly path: string }): boolean {
  return /^(\/desk)?\/licences(\/|$)/.test(path);
}
