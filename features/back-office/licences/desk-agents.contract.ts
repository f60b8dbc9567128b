import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { agentLimits } from "#features/licences/agents/agents.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const count = z.number().int();

/** An agent of licences. */
const AgentView = z.strictObject({
  /** The account's. */
  id: count,
  user: Person,
  code: z.string(),
  /** Of the price, in hundredths of a percent. */
  shareBasisPoints: count,
  /** The account has the role now. */
  hasRole: z.boolean(),
  /** The version of the agreement that was accepted last. */
  acceptedVersion: count.nullable(),
  salesCount: count,
  soldKopecks: count,
  earnedKopecks: count,
  changedAt: instant,
});
export type AgentView = z.infer<typeof AgentView>;

const staff = { tag: "desk", access: "staff" } as const;
const write = { ...staff, method: "POST", permission: "money", stepUp: true, keyed: true } as const;

export const listAgentsEndpoint = defineEndpoint({
  ...staff,
  id: "deskListLicenceAgents",
  method: "GET",
  path: "/desk/licences/agents",
  summary: "Agents of licences with what they sold and earned",
  permission: "support",
  query: z.object({ before }),
  response: pageOf(AgentView),
  errors: [],
});

export const approveAgentEndpoint = defineEndpoint({
  ...write,
  id: "deskApproveLicenceAgent",
  path: "/desk/licences/agents/{id}/approve",
  summary: "Make an account an agent of licences, and set its share of sales from now on",
  description: "`id` is the account's number. The role is removed at the account's page.",
  params: idParams,
  body: z.strictObject({
    shareBasisPoints: z.number().int().min(agentLimits.shareLeast).max(agentLimits.shareMost),
    reason: Reason,
  }),
  response: z.strictObject({ id: count }),
  errors: [backOfficeErrors.DESK_NOTHING_THERE, backOfficeErrors.OWN_ACCOUNT],
});

export const getAgreementEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetSaleAgreement",
  method: "GET",
  path: "/desk/licences/agreement",
  summary: "The newest version of the agreement with agents",
  permission: "support",
  response: z.strictObject({
    agreement: z.strictObject({ version: count, text: z.string(), publishedAt: instant }).nullable(),
  }),
  errors: [],
});

export const publishAgreementEndpoint = defineEndpoint({
  ...write,
  id: "deskPublishSaleAgreement",
  path: "/desk/licences/agreement",
  summary: "Publish the next version of the agreement; agents sell again once they have accepted it",
  permission: "money-lead",
  body: z.strictObject({ text: z.string().trim().min(1).max(agentLimits.agreementText), reason: Reason }),
  status: 201,
  response: z.strictObject({ version: count }),
  errors: [],
});
