import { z } from "zod";
import { instant, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { staffPermissions } from "#lib/api/actor.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const StaffMember = z.strictObject({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  permission: z.enum(staffPermissions).nullable(),
  hasSecondFactor: z.boolean(),
  grantedAt: instant.nullable(),
  grantedBy: z.string().nullable(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaffEndpoint = defineEndpoint({
  id: "deskListStaff",
  method: "GET",
  path: "/desk/staff",
  tag: "desk",
  summary: "The staff and what each may do",
  access: "staff",
  permission: "support",
  response: z.array(StaffMember),
  errors: [],
});

/** Who am I at the desk. */
export const getStandingEndpoint = defineEndpoint({
  id: "deskGetStanding",
  method: "GET",
  path: "/desk/standing",
  tag: "desk",
  summary: "What the caller may do at the desk",
  access: "staff",
  response: z.strictObject({
    id: z.number().int(),
    permission: z.enum(staffPermissions).nullable(),
    /** Seconds until what moves money asks for a code again; 0 = now. */
    freshSeconds: z.number().int(),
  }),
  errors: [],
});

export const setStaffEndpoint = defineEndpoint({
  id: "deskSetStaff",
  method: "PUT",
  path: "/desk/staff/{id}",
  tag: "desk",
  summary: "Make a user a member of the staff, change their permission, or end it (null)",
  access: "staff",
  permission: "money-lead",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ permission: z.enum(staffPermissions).nullable(), reason: Reason }),
  response: z.array(StaffMember),
  errors: [backOfficeErrors.DESK_NOTHING_THERE, backOfficeErrors.OWN_ACCOUNT],
});
