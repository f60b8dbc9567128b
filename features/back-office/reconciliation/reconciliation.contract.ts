import { z } from "zod";
import { before, instant, pageOf } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const RunLine = z.strictObject({
  id: z.number().int(),
  scope: z.enum(["all", "often"]),
  startedAt: instant,
  finishedAt: instant.nullable(),
  checksCount: z.number().int(),
  offendingCount: z.number().int(),
  failedCount: z.number().int(),
});
export type RunLine = z.infer<typeof RunLine>;

export const RunDetails = RunLine.extend({
  findings: z.array(
    z.strictObject({
      name: z.string(),
      /** Offending rows; null when the check could not be run. */
      offences: z.number().int().nullable(),
      examples: z.array(z.unknown()),
      problem: z.string().nullable(),
      tookMs: z.number().int(),
    }),
  ),
});
export type RunDetails = z.infer<typeof RunDetails>;

export const listRunsEndpoint = defineEndpoint({
  id: "deskListReconciliations",
  method: "GET",
  path: "/desk/reconciliations",
  tag: "desk",
  summary: "Runs of the reconciliation, newest first",
  access: "staff",
  permission: "support",
  query: z.object({ before }),
  response: pageOf(RunLine),
  errors: [],
});

export const getRunEndpoint = defineEndpoint({
  id: "deskGetReconciliation",
  method: "GET",
  path: "/desk/reconciliations/{id}",
  tag: "desk",
  summary: "What every check of a run found",
  access: "staff",
  permission: "support",
  params: idParams,
  response: RunDetails,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});
