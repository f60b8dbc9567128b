import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { referralErrors } from "#features/referrals/referrals.errors.ts";
import { flagReasons } from "#features/referrals/referrals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const FlagView = z.strictObject({
  id: z.number().int(),
  user: Person,
  referrer: Person,
  reason: z.enum(flagReasons),
  /** The account that shares it. */
  other: Person,
  notedAt: instant,
  liftedAt: instant.nullable(),
  liftedBy: Person.nullable(),
});
export type FlagView = z.infer<typeof FlagView>;

export const listFlagsEndpoint = defineEndpoint({
  id: "deskListFlags",
  method: "GET",
  path: "/desk/flags",
  tag: "desk",
  summary: "Signs that one person stands behind a referrer and a referral, newest first",
  access: "staff",
  permission: "support",
  query: z.object({ only: z.enum(["open", "all"]).default("open"), before }),
  response: pageOf(FlagView),
  errors: [],
});

export const setFlagEndpoint = defineEndpoint({
  id: "deskSetFlag",
  method: "POST",
  path: "/desk/people/{id}/referral-flag",
  tag: "desk",
  summary: "End somebody's earning for their referrer, or let it go on",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ isFlagged: z.boolean(), reason: Reason }),
  response: z.strictObject({ status: z.literal("set") }),
  errors: [referralErrors.PERSON_NOT_REFERRED, backOfficeErrors.OWN_ACCOUNT],
});
