import { z } from "zod";
import { before, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { FineView } from "#features/partners/fines/fines.contract.ts";
import { fineDecisions, fineStates } from "#features/partners/fines.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const DeskFineView = FineView.extend({
  partner: Person,
  proposer: Person,
  decidedBy: Person.nullable(),
});
export type DeskFineView = z.infer<typeof DeskFineView>;

export const listDeskFinesEndpoint = defineEndpoint({
  id: "deskListFines",
  method: "GET",
  path: "/desk/fines",
  tag: "desk",
  summary: "Fines of partners, newest first",
  access: "staff",
  permission: "support",
  query: z.object({ state: z.enum(fineStates).optional(), before }),
  response: pageOf(DeskFineView),
  errors: [],
});

export const decideFineEndpoint = defineEndpoint({
  id: "deskDecideFine",
  method: "POST",
  path: "/desk/fines/{id}/decide",
  tag: "desk",
  summary: "Refuse an appeal against a fine, or cancel a fine",
  description:
    "The partner is told by e-mail, with the reason. Whoever proposed a fine does not refuse the appeal against it. What is taken is not given " +
    "back by this.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ decision: z.enum(fineDecisions), reason: Reason }),
  response: z.strictObject({ state: z.enum(fineStates) }),
  errors: [partnerErrors.FINE_NOT_FOUND, partnerErrors.FINE_DECIDED, partnerErrors.FINE_OF_YOURS],
});
