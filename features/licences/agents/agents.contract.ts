import { z } from "zod";
import { agentSalePage } from "#features/licences/agents/agents.rules.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { cursorQuery } from "#lib/api/page-query.ts";

const instant = z.iso.datetime();
const count = z.number().int();

/** How an agent stands. */
const AgentStanding = z.strictObject({
  /** Of the price, in hundredths of a percent; null while the staff have set none. */
  shareBasisPoints: count.nullable(),
  /** Whoever buys by it, buys from this agent. */
  link: z.string().nullable(),
  /** The newest one; null before the first. Nobody sells without having accepted it. */
  agreement: z
    .strictObject({
      version: count,
      text: z.string(),
      publishedAt: instant,
      acceptedAt: instant.nullable(),
    })
    .nullable(),
  salesCount: count,
  soldKopecks: count,
  earnedKopecks: count,
});
export type AgentStanding = z.infer<typeof AgentStanding>;

const AgentSale = z.strictObject({
  id: count,
  name: z.string(),
  softwareType: z.string(),
  priceKopecks: count,
  shareKopecks: count,
  isRenewal: z.boolean(),
  soldAt: instant,
});
export type AgentSale = z.infer<typeof AgentSale>;

const session = { tag: "licences", access: "session" } as const;
const { LICENCE_AGENT_NOT_FOUND } = licenceErrors;

export const getAgentEndpoint = defineEndpoint({
  ...session,
  id: "getLicenceAgent",
  method: "GET",
  path: "/licences/agent",
  summary: "How I stand as an agent: share, link, agreement, earnings",
  response: AgentStanding,
  errors: [LICENCE_AGENT_NOT_FOUND],
});

export const listAgentSalesEndpoint = defineEndpoint({
  ...session,
  id: "listAgentSales",
  method: "GET",
  path: "/licences/agent/sales",
  summary: "Licences that I have sold as an agent, newest first",
  description: "Go on with `cursor` = `nextCursor`.",
  query: z.object(cursorQuery(agentSalePage)),
  response: z.strictObject({ sales: z.array(AgentSale), nextCursor: z.string().nullable() }),
  errors: [LICENCE_AGENT_NOT_FOUND],
});

export const acceptAgreementEndpoint = defineEndpoint({
  ...session,
  id: "acceptSaleAgreement",
  method: "POST",
  path: "/licences/agent/agreement",
  summary: "Accept the sale agreement, by its version",
  body: z.strictObject({ version: z.number().int().positive().max(1_000_000) }),
  response: AgentStanding,
  errors: [LICENCE_AGENT_NOT_FOUND, licenceErrors.LICENCE_AGREEMENT_CHANGED],
});
