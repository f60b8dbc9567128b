import type { PersonDetails } from "#features/back-office/people/people.contract.ts";
import type { AccountRole } from "#lib/api/actor.ts";

/** The flag of a person that says whether they have a role; its words are `backOffice.person.flags`. */
export const flagOfRole = {
  partner: "isPartner",
  agent: "isAgent",
  referralSoft: "isReferralSoft",
  store: "isStoreOwner",
} as const satisfies Record<AccountRole, keyof PersonDetails["flags"]>;
