import { getOverviewEndpoint } from "#features/back-office/overview/overview.contract.ts";
import { getOverview } from "#features/back-office/overview/overview.reads.ts";
import { route } from "#lib/api/route.ts";

export const overviewRoutes = [route(getOverviewEndpoint, ({ db }) => getOverview(db))];
