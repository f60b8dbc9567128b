import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import {
  storeApplicationEvents,
  storeApplicationStates,
} from "#features/stores/applications/store-applications.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const StoreApplicationView = z.strictObject({
  id: z.number().int(),
  state: z.enum(storeApplicationStates),
  user: Person,
  name: z.string(),
  description: z.string(),
  email: z.string(),
  flags: z.array(z.enum(spamFlags)),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
});
export type StoreApplicationView = z.infer<typeof StoreApplicationView>;

export const listStoreApplicationsEndpoint = defineEndpoint({
  id: "deskListStoreApplications",
  method: "GET",
  path: "/desk/store-applications",
  tag: "desk",
  summary: "Applications for stores, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({ state: z.enum(storeApplicationStates).default("waiting"), after: Id.optional() }),
  response: pageOf(StoreApplicationView),
  errors: [],
});

export const decideStoreApplicationEndpoint = defineEndpoint({
  id: "deskDecideStoreApplication",
  method: "POST",
  path: "/desk/store-applications/{id}/decide",
  tag: "desk",
  summary: "Approve or decline an application for a store",
  description:
    "An approved one opens the store. The applicant is told by e-mail, of a refusal with its reason.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ decision: z.enum(storeApplicationEvents), reason: Reason }),
  response: z.strictObject({ state: z.enum(storeApplicationStates) }),
  errors: [
    storeErrors.STORE_APPLICATION_NOT_FOUND,
    storeErrors.STORE_APPLICATION_OWN,
    storeErrors.STORE_APPLICATION_DECIDED,
  ],
});
