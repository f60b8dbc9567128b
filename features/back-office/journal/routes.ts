import { listActionsEndpoint } from "#features/back-office/journal/contract.ts";
import { listActions } from "#features/back-office/journal/reads.ts";
import { route } from "#lib/api/route.ts";

export const journalRoutes = [route(listActionsEndpoint, ({ db, query }) => listActions(db, query))];
