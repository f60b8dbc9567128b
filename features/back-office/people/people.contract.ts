import { z } from "zod";
import { before, instant, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { goodsQuery, NextCursor } from "#features/catalogue/order-lists/order-lists.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { MyActivation, MyRental, NumbersCursor } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { numberKinds, numberStatuses } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { accountRoles, staffPermissions } from "#lib/api/actor.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const PersonLine = z.strictObject({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  isStaff: z.boolean(),
  isSuspended: z.boolean(),
  availableKopecks: z.number().int(),
  createdAt: instant,
});
export type PersonLine = z.infer<typeof PersonLine>;

const Purse = z.strictObject({
  postedKopecks: z.number().int(),
  heldKopecks: z.number().int(),
  availableKopecks: z.number().int(),
});

export const PersonDetails = PersonLine.extend({
  externalId: z.string(),
  permission: z.enum(staffPermissions).nullable(),
  locale: z.string(),
  countryIso2: z.string().nullable(),
  flags: z.strictObject({
    isPartner: z.boolean(),
    isAgent: z.boolean(),
    isReferralSoft: z.boolean(),
    isStoreOwner: z.boolean(),
    hasCustomPrice: z.boolean(),
    hasDisposableEmail: z.boolean(),
  }),
  hasSecondFactor: z.boolean(),
  hasApiKey: z.boolean(),
  sessionsCount: z.number().int(),
  suspendedAt: instant.nullable(),
  wallet: Purse,
  referral: Purse,
  partner: Purse,
  debtKopecks: z.number().int(),
  toppedUpKopecks: z.number().int(),
  openOrdersCount: z.number().int(),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

/** A line of the wallet's history. */
export const WalletLine = z.strictObject({
  /** Its place in the history; the next page begins before the last one's. */
  id: z.number().int(),
  kind: z.string(),
  phase: z.string(),
  /** What the line changed of the user's money, and of what is held. */
  postedKopecks: z.number().int(),
  heldKopecks: z.number().int(),
  postedAfterKopecks: z.number().int(),
  heldAfterKopecks: z.number().int(),
  reference: z.string(),
  reason: z.string().nullable(),
  at: instant,
});
export type WalletLine = z.infer<typeof WalletLine>;

/** A number as its buyer sees it, without what its SMS said: how many came is enough to help. */
export const PersonNumber = z.discriminatedUnion("kind", [
  MyActivation.omit({ messages: true }).extend({ messagesCount: z.number().int().nonnegative() }),
  MyRental.omit({ messages: true }),
]);
export type PersonNumber = z.infer<typeof PersonNumber>;

export const listPeopleEndpoint = defineEndpoint({
  id: "deskListPeople",
  method: "GET",
  path: "/desk/people",
  tag: "desk",
  summary: "Users by id, or by the beginning of e-mail or name; newest first",
  access: "staff",
  permission: "support",
  query: z.object({
    search: z.string().trim().min(1).max(320).optional(),
    /**
     * `buyers`: got a number within the last 30 days; `holding`: with money on hold; `factorRemovals`: whose second factor somebody
     * proposed to remove.
     */
    only: z.enum(["suspended", "staff", "debtors", "buyers", "holding", "factorRemovals"]).optional(),
    before,
  }),
  response: pageOf(PersonLine),
  errors: [],
});

export const getPersonEndpoint = defineEndpoint({
  id: "deskGetPerson",
  method: "GET",
  path: "/desk/people/{id}",
  tag: "desk",
  summary: "One user with their money",
  access: "staff",
  permission: "support",
  params: idParams,
  response: PersonDetails,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});

export const listWalletLinesEndpoint = defineEndpoint({
  id: "deskListWalletLines",
  method: "GET",
  path: "/desk/people/{id}/ledger",
  tag: "desk",
  summary: "The history of a user's wallet, newest first",
  access: "staff",
  permission: "support",
  params: idParams,
  query: z.object({ before }),
  response: pageOf(WalletLine),
  errors: [],
});

export const listPersonNumbersEndpoint = defineEndpoint({
  id: "deskListPersonNumbers",
  method: "GET",
  path: "/desk/people/{id}/numbers",
  tag: "desk",
  summary: "The numbers of a user, bought and rented, newest first; never what their SMS said",
  description: "Go on with `before` = `nextBefore`.",
  access: "staff",
  permission: "support",
  params: idParams,
  query: z.object({
    /** `number`: the order's number as well. */
    ...goodsQuery,
    /** Both without it. */
    kind: z.enum(numberKinds).optional(),
    /** As its owner filters: what the staff refunded is `given-back`. */
    status: z.enum(numberStatuses).optional(),
    before: NumbersCursor,
  }),
  response: pageOf(PersonNumber).extend({ nextBefore: NextCursor }),
  errors: [statementErrors.PERIOD_REVERSED],
});

export const listPersonGoodsEndpoint = defineEndpoint({
  id: "deskListPersonGoods",
  method: "GET",
  path: "/desk/people/{id}/numbers/goods",
  tag: "desk",
  summary: "Services and countries of a user's latest numbers, by name",
  description: "What the list of their numbers can be filtered by.",
  access: "staff",
  permission: "support",
  params: idParams,
  response: z.strictObject({
    services: z.array(z.strictObject({ code: z.string(), name: z.string() })).readonly(),
    countries: z.array(z.strictObject({ id: z.number().int(), name: z.string() })).readonly(),
  }),
  errors: [],
});

export const suspendPersonEndpoint = defineEndpoint({
  id: "deskSuspendPerson",
  method: "POST",
  path: "/desk/people/{id}/suspend",
  tag: "desk",
  summary: "Stop a user, or let them back in",
  description: "Acts from their next call on. Nobody suspends themselves or a member of the staff.",
  access: "staff",
  permission: "support",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ isSuspended: z.boolean(), reason: Reason }),
  response: PersonDetails,
  errors: [backOfficeErrors.DESK_NOTHING_THERE, backOfficeErrors.OWN_ACCOUNT, backOfficeErrors.STAFF_ACCOUNT],
});

export const setRoleEndpoint = defineEndpoint({
  id: "deskSetRole",
  method: "POST",
  path: "/desk/people/{id}/roles",
  tag: "desk",
  summary: "Give a user a role, or take it back",
  description:
    "Counts from the user's next call on; nobody changes their own. A partner gets a paused supplier of their own, which is paused again when the role is taken back. The role `store` opens a store that the staff have approved before.",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ role: z.enum(accountRoles), isGiven: z.boolean(), reason: Reason }),
  response: PersonDetails,
  errors: [
    backOfficeErrors.DESK_NOTHING_THERE,
    backOfficeErrors.OWN_ACCOUNT,
    operationErrors.SUPPLIER_EXISTS,
    storeErrors.STORE_MISSING,
  ],
});
