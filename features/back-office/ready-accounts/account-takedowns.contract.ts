import { z } from "zod";
import { instant, Person, Reason } from "#features/back-office/back-office.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const count = z.number().int();

/** A service whose accounts the house has taken off sale. */
export const AccountTakedownView = z.strictObject({
  id: count,
  service: z.strictObject({ code: z.string(), name: z.string() }),
  /** For the staff alone. */
  reason: z.string(),
  since: instant,
  by: Person,
  /** Accounts that were withdrawn, with what they say. */
  withdrawnCount: count,
  /** Orders that got their money back. */
  givenBackCount: count,
});
export type AccountTakedownView = z.infer<typeof AccountTakedownView>;

const AccountTakedownList = z.strictObject({ items: z.array(AccountTakedownView) });
export type AccountTakedownList = z.infer<typeof AccountTakedownList>;

const staff = { tag: "desk", access: "staff" } as const;
const write = { ...staff, method: "POST", permission: "money", stepUp: true, keyed: true } as const;

export const listAccountTakedownsEndpoint = defineEndpoint({
  ...staff,
  id: "deskListAccountTakedowns",
  method: "GET",
  path: "/desk/ready-accounts/takedowns",
  summary: "Services whose accounts are taken off sale, newest first",
  permission: "support",
  response: AccountTakedownList,
  errors: [],
});

export const takeDownAccountsEndpoint = defineEndpoint({
  ...write,
  id: "deskTakeDownAccounts",
  path: "/desk/ready-accounts/takedowns",
  summary: "Take the accounts of a service off sale",
  description:
    "It acts within 5 seconds everywhere: every offer of the service is stopped, unsold accounts are withdrawn for good with what they " +
    "say, and orders that are not delivered yet get their money back. A service that is taken down already stays as it is.",
  body: z.strictObject({
    /** The protocol's code. */
    serviceCode: z.string().trim().min(1).max(20),
    reason: Reason,
  }),
  response: z.strictObject({ id: count, stoppedCount: count, withdrawnCount: count }),
  errors: [readyAccountErrors.SERVICE_NOT_FOUND],
});

export const liftAccountTakedownEndpoint = defineEndpoint({
  ...write,
  id: "deskLiftAccountTakedown",
  path: "/desk/ready-accounts/takedowns/{id}/lift",
  summary: "Let the accounts of a service be sold again",
  description: "Offers stay stopped until they are put on sale, and withdrawn accounts do not come back.",
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ id: count }),
  errors: [readyAccountErrors.TAKEDOWN_NOT_FOUND],
});
