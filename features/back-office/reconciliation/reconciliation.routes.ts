import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import {
  getRunEndpoint,
  listRunsEndpoint,
} from "#features/back-office/reconciliation/reconciliation.contract.ts";
import {
  findReconciliation,
  listFindings,
  listReconciliations,
} from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

export const deskReconciliationRoutes = [
  route(listRunsEndpoint, async ({ db, query }) =>
    pageFrom(await listReconciliations(db, { limit: deskPageSize + 1, beforeId: query.before ?? null })),
  ),
  route(getRunEndpoint, async ({ db, params }) => {
    const run = await findReconciliation(db, params.id);
    if (!run) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    const findings = await listFindings(db, run.id);
    return { ...run, findings: findings.map((finding) => ({ ...finding, examples: [...finding.examples] })) };
  }),
];
