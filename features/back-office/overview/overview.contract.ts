import { z } from "zod";
import { RunLine } from "#features/back-office/reconciliation/reconciliation.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const Overview = z.strictObject({
  withdrawalsCount: z.number().int(),
  withdrawalsKopecks: z.number().int(),
  correctionsCount: z.number().int(),
  transfersCount: z.number().int(),
  claimsCount: z.number().int(),
  /** Payments with another amount than agreed, of the last 30 days. */
  oddPaymentsCount: z.number().int(),
  lastRun: RunLine.nullable(),
  /** Machines whose clock differs from the database's by more than a minute. */
  wrongClocks: z.array(
    z.strictObject({
      process: z.enum(["api", "worker"]),
      machine: z.string(),
      /** Negative when it is behind. */
      aheadMs: z.number().int(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

export const getOverviewEndpoint = defineEndpoint({
  id: "deskGetOverview",
  method: "GET",
  path: "/desk/overview",
  tag: "desk",
  summary: "What waits for the staff",
  access: "staff",
  permission: "support",
  response: Overview,
  errors: [],
});
