import { z } from "zod";
import { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { banDaysMax, banReasons, grantedMaxLimit } from "#features/activations/limits/limits.rules.ts";
import { instant, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const BanLine = z.strictObject({
  id: z.number().int(),
  reason: z.enum(banReasons),
  startsAt: instant,
  endsAt: instant,
  note: z.string(),
  /** A member of the staff; null = by rule. */
  madeBy: z.number().int().nullable(),
  liftedAt: instant.nullable(),
  liftedBy: z.number().int().nullable(),
  liftNote: z.string().nullable(),
});

/** What an account may have open, and its newest bans. */
export const PersonLimits = AccountLimits.extend({ bans: z.array(BanLine) });
export type PersonLimits = z.infer<typeof PersonLimits>;

const errors = [backOfficeErrors.DESK_NOTHING_THERE, backOfficeErrors.OWN_ACCOUNT];

export const getPersonLimitsEndpoint = defineEndpoint({
  id: "deskGetPersonLimits",
  method: "GET",
  path: "/desk/people/{id}/limits",
  tag: "desk",
  summary: "How many orders a user may have open, and their bans",
  access: "staff",
  permission: "support",
  params: idParams,
  response: PersonLimits,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});

export const banPersonEndpoint = defineEndpoint({
  id: "deskBanPerson",
  method: "POST",
  path: "/desk/people/{id}/ban",
  tag: "desk",
  summary: "Stop a user's purchases for a while; the account and its open orders stay",
  access: "staff",
  permission: "support",
  stepUp: true,
  params: idParams,
  body: z.strictObject({
    minutes: z
      .number()
      .int()
      .min(1)
      .max(banDaysMax * 1_440),
    reason: Reason,
  }),
  response: PersonLimits,
  errors,
});

export const liftBanEndpoint = defineEndpoint({
  id: "deskLiftBan",
  method: "POST",
  path: "/desk/people/{id}/lift-ban",
  tag: "desk",
  summary: "Let a user buy again",
  access: "staff",
  permission: "support",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: PersonLimits,
  errors,
});

export const grantOpenMaxEndpoint = defineEndpoint({
  id: "deskGrantOpenMax",
  method: "POST",
  path: "/desk/people/{id}/open-max",
  tag: "desk",
  summary: "Give a user a limit of open orders beside the table, or take it back (null)",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ openMax: z.number().int().min(1).max(grantedMaxLimit).nullable(), reason: Reason }),
  response: PersonLimits,
  errors,
});
