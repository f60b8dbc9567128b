import type { ServiceCategory } from "#features/catalogue/catalogue.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";

/** Ways of selling. */
export const saleModes = ["activation", "rent", "readyAccounts", "licences"] as const;
export type SaleMode = (typeof saleModes)[number];

/** Where the buyer stands: `site` pages and their calls, `api` everything that shows an API key. */
export const saleChannels = ["site", "api"] as const;
export type SaleChannel = (typeof saleChannels)[number];

/** Where a caller buys, whichever call is used: without an API key it is the site. */
export function saleChannelOf({ via }: Pick<UserActor, "via">): SaleChannel {
  return via === "api-key" ? "api" : "site";
}

export type PolicyEffect = "deny" | "api_only";

/** What a block is about; null means "any". All null stops every sale. */
export type PolicySelectors = {
  readonly serviceId: number | null;
  readonly countryId: number | null;
  readonly supplierId: number | null;
  readonly mode: SaleMode | null;
  readonly channel: SaleChannel | null;
};

export type PolicyBlock = PolicySelectors & {
  readonly id: number;
  readonly effect: PolicyEffect;
  /** Upper snake case: RUSSIA, BANK, KILL_SWITCH. */
  readonly reasonCode: string;
  /** For staff and the log. */
  readonly reasonText: string;
};

/** Open blocks, laid out for quick answers. `version` grows with every change. */
export type Policy = {
  readonly version: number;
  readonly blocks: readonly PolicyBlock[];
  readonly byService: ReadonlyMap<number, readonly PolicyBlock[]>;
  /** Blocks that name a country and no service. */
  readonly byCountry: ReadonlyMap<number, readonly PolicyBlock[]>;
  /** Blocks that name neither. */
  readonly general: readonly PolicyBlock[];
};

/**
 * May this be sold? Leave out what is not known yet: a list of services asks without country and supplier, and then
 * blocks that name a country or supplier do not count. The door that reserves a number asks with everything.
 */
export type SaleQuestion = {
  readonly serviceId?: number;
  readonly countryId?: number;
  readonly supplierId?: number;
  readonly mode: SaleMode;
  readonly channel: SaleChannel;
};

export type SaleDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly effect: PolicyEffect;
      readonly reasonCode: string;
      readonly reasonText: string;
      readonly blockId: number;
    };

/** Russian numbers are never sold: 0 is their id in old clients, 222 in the protocol's list. */
export const russiaCountryIds: readonly number[] = [0, 222];

/** Reason of blocks that staff set in a hurry. */
export const killSwitchReason = "KILL_SWITCH";
export const russiaReason = "RUSSIA";

/** Categories that are refused unless staff lift a service's block with a reason. */
export const refusedCategories: Readonly<Partial<Record<ServiceCategory, { code: string; text: string }>>> = {
  bank: { code: "BANK", text: "Accounts at banks are not opened with rented numbers" },
  government: { code: "GOVERNMENT", text: "Numbers are not rented for government and identity services" },
  payments: { code: "PAYMENTS", text: "Accounts at payment services are not opened with rented numbers" },
  broker: { code: "BROKER", text: "Accounts at brokers are not opened with rented numbers" },
  crypto: {
    code: "CRYPTO_EXCHANGE",
    text: "Accounts at crypto exchanges are not opened with rented numbers",
  },
};

/** No process's picture of the policy is older than this, even one that hears no notices. */
export const policyOldestMs = 2_000;

/** Within this time a change must act in every process; the snapshot's limits are well below. */
export const switchActsWithinMs = 5_000;

const allowed: SaleDecision = Object.freeze({ allowed: true });

/** Lays blocks out for `decideSale`. */
export function buildPolicy(version: number, blocks: readonly PolicyBlock[]): Policy {
  const byService = Map.groupBy(
    blocks.filter((block) => block.serviceId !== null),
    (block) => block.serviceId as number,
  );
  const byCountry = Map.groupBy(
    blocks.filter((block) => block.serviceId === null && block.countryId !== null),
    (block) => block.countryId as number,
  );
  const general = blocks.filter((block) => block.serviceId === null && block.countryId === null);
  return { version, blocks, byService, byCountry, general };
}

/** The one decision about what may be sold; every door asks it. Denials win over "API only". */
export function decideSale(policy: Policy, question: SaleQuestion): SaleDecision {
  const found = [
    firstOf(policy.general, question),
    question.countryId === undefined ? null : firstOf(policy.byCountry.get(question.countryId), question),
    question.serviceId === undefined ? null : firstOf(policy.byService.get(question.serviceId), question),
  ].filter((block) => block !== null);
  const block = found.find(({ effect }) => effect === "deny") ?? found[0];
  if (!block) return allowed;
  const { effect, reasonCode, reasonText } = block;
  return { allowed: false, effect, reasonCode, reasonText, blockId: block.id };
}

function firstOf(blocks: readonly PolicyBlock[] | undefined, question: SaleQuestion): PolicyBlock | null {
  let apiOnly: PolicyBlock | null = null;
  for (const block of blocks ?? []) {
    if (!isAbout(block, question)) continue;
    if (block.effect === "deny") return block;
    if (question.channel === "site") apiOnly ??= block;
  }
  return apiOnly;
}

function isAbout(block: PolicyBlock, question: SaleQuestion): boolean {
  return (
    (block.serviceId === null || block.serviceId === question.serviceId) &&
    (block.countryId === null || block.countryId === question.countryId) &&
    (block.supplierId === null || block.supplierId === question.supplierId) &&
    (block.mode === null || block.mode === question.mode) &&
    (block.channel === null || block.channel === question.channel)
  );
}
