import { getBusinessEndpoint } from "#features/back-office/overview/business.contract.ts";
import { getBusiness } from "#features/back-office/overview/business.reads.ts";
import { getOverviewEndpoint } from "#features/back-office/overview/overview.contract.ts";
import { getOverview } from "#features/back-office/overview/overview.reads.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";

/** What the desk opens on: what waits, and the business in figures. */
export const overviewRoutes = [
  route(getOverviewEndpoint, ({ db }) => getOverview(db, env.READY_ACCOUNTS)),
  route(getBusinessEndpoint, ({ db, actor, locale }) =>
    getBusiness(db, { showsMoney: isPermitted(actor.staff?.permission ?? null, "money"), locale }),
  ),
];
