import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { removalStates } from "#features/back-office/factor-removals/factor-removals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const FactorRemovalView = z.strictObject({
  id: z.number().int(),
  state: z.enum(removalStates),
  reason: z.string(),
  isExpired: z.boolean(),
  proposer: Person,
  decider: Person.nullable(),
  decisionReason: z.string().nullable(),
  proposedAt: instant,
  decidedAt: instant.nullable(),
  /** What keeps the caller from signing it. */
  problem: z.enum(["same-person", "own-account"]).nullable(),
});
export type FactorRemovalView = z.infer<typeof FactorRemovalView>;

const common = { tag: "desk", access: "staff" } as const;

export const listFactorRemovalsEndpoint = defineEndpoint({
  ...common,
  id: "deskListFactorRemovals",
  method: "GET",
  path: "/desk/people/{id}/factor-removals",
  summary: "Proposals to remove a user's lost second factor, newest first",
  permission: "support",
  params: idParams,
  query: z.object({ before }),
  response: pageOf(FactorRemovalView),
  errors: [],
});

const decisionErrors = [
  backOfficeErrors.DESK_NOTHING_THERE,
  backOfficeErrors.OWN_ACCOUNT,
  backOfficeErrors.FACTOR_REMOVAL_DECIDED,
] as const;

export const proposeFactorRemovalEndpoint = defineEndpoint({
  ...common,
  id: "deskProposeFactorRemoval",
  method: "POST",
  path: "/desk/people/{id}/factor-removals",
  summary: "Propose to remove a user's lost second factor; another person carries it out",
  description: "One at a time for each user. The staff's own accounts lose their permissions first.",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  status: 201,
  response: FactorRemovalView,
  errors: [
    backOfficeErrors.DESK_NOTHING_THERE,
    backOfficeErrors.OWN_ACCOUNT,
    backOfficeErrors.STAFF_ACCOUNT,
    backOfficeErrors.PERSON_WITHOUT_FACTOR,
    backOfficeErrors.FACTOR_REMOVAL_WAITS,
  ],
});

export const carryOutFactorRemovalEndpoint = defineEndpoint({
  ...common,
  id: "deskCarryOutFactorRemoval",
  method: "POST",
  path: "/desk/factor-removals/{id}/carry-out",
  summary: "Sign the removal of a second factor as the second person; it is carried out",
  description:
    "The user is told. All sessions, API keys and webhooks end, withdrawals that wait are cancelled, and none is approved for seven days.",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: FactorRemovalView,
  errors: [
    ...decisionErrors,
    backOfficeErrors.SAME_PERSON,
    backOfficeErrors.STAFF_ACCOUNT,
    backOfficeErrors.CORRECTION_EXPIRED,
    backOfficeErrors.PERSON_WITHOUT_FACTOR,
  ],
});

export const rejectFactorRemovalEndpoint = defineEndpoint({
  ...common,
  id: "deskRejectFactorRemoval",
  method: "POST",
  path: "/desk/factor-removals/{id}/reject",
  summary: "Refuse the removal of a second factor, or as its proposer take it back",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: FactorRemovalView,
  errors: decisionErrors,
});
