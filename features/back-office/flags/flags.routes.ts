import { listFlagsEndpoint, setFlagEndpoint } from "#features/back-office/flags/flags.contract.ts";
import { listFlagViews } from "#features/back-office/flags/flags.reads.ts";
import { setFlag } from "#features/back-office/flags/flags.writes.ts";
import { route } from "#lib/api/route.ts";

export const flagRoutes = [
  route(listFlagsEndpoint, ({ db, query }) => listFlagViews(db, query)),
  route(setFlagEndpoint, async ({ db, params, body, actor }) => {
    await setFlag(db, { userId: params.id, staffId: actor.userId, ...body });
    return { status: "set" as const };
  }),
];
