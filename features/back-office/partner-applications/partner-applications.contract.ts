import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import {
  applicationEvents,
  applicationLimits,
  applicationStates,
} from "#features/partners/partner-applications/partner-applications.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const PartnerApplicationView = z.strictObject({
  id: z.number().int(),
  state: z.enum(applicationStates),
  email: z.string(),
  /** The account of the address; null while there is none. */
  account: Person.nullable(),
  /** It was sent from this very account. */
  isOwn: z.boolean(),
  locale: z.string(),
  contact: z.string(),
  simCountries: z.string(),
  modems: z.string(),
  ports: z.number().int(),
  about: z.string(),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: instant.nullable(),
  /** The supplier of the partner's own; null before the account is a partner's. */
  supplierCode: z.string().nullable(),
  notes: z.array(z.strictObject({ id: z.number().int(), author: Person, text: z.string(), at: instant })),
  createdAt: instant,
});
export type PartnerApplicationView = z.infer<typeof PartnerApplicationView>;

export const listPartnerApplicationsEndpoint = defineEndpoint({
  id: "deskListPartnerApplications",
  method: "GET",
  path: "/desk/partner-applications",
  tag: "desk",
  summary: "Applications of owners of SIM modems, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({
    state: z.enum(applicationStates).default("waiting"),
    /** Part of address, contact, countries or modems, or the id. */
    search: z.string().trim().max(200).optional(),
    after: Id.optional(),
  }),
  response: pageOf(PartnerApplicationView),
  errors: [],
});

export const decidePartnerApplicationEndpoint = defineEndpoint({
  id: "deskDecidePartnerApplication",
  method: "POST",
  path: "/desk/partner-applications/{id}/decide",
  tag: "desk",
  summary: "Approve or decline a partner's application",
  description:
    "An approved one makes the account of its address a partner's, with a paused supplier of its own; without an account that happens when " +
    "the address is registered. The applicant is told by e-mail, of a refusal with its reason.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ decision: z.enum(applicationEvents), reason: Reason }),
  response: z.strictObject({
    state: z.enum(applicationStates),
    /** Null while an approved application waits for the registration of its address, and of a declined one. */
    partnerUserId: z.number().int().nullable(),
  }),
  errors: [
    partnerErrors.PARTNER_APPLICATION_NOT_FOUND,
    partnerErrors.PARTNER_APPLICATION_DECIDED,
    backOfficeErrors.OWN_ACCOUNT,
    operationErrors.SUPPLIER_EXISTS,
  ],
});

export const addPartnerApplicationNoteEndpoint = defineEndpoint({
  id: "deskAddPartnerApplicationNote",
  method: "POST",
  path: "/desk/partner-applications/{id}/notes",
  tag: "desk",
  summary: "Write a note about a partner's application down; only the staff read it",
  access: "staff",
  permission: "support",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ text: z.string().trim().min(3).max(applicationLimits.noteCharacters) }),
  response: z.strictObject({ id: z.number().int() }),
  errors: [partnerErrors.PARTNER_APPLICATION_NOT_FOUND, partnerErrors.PARTNER_NOTES_FULL],
});
