import { listActionsEndpoint } from "#features/back-office/audit-log/audit-log.contract.ts";
import { listActions } from "#features/back-office/audit-log/audit-log.reads.ts";
import { route } from "#lib/api/route.ts";

export const journalRoutes = [
  route(listActionsEndpoint, ({ db, query, locale }) => listActions(db, query, locale)),
];
