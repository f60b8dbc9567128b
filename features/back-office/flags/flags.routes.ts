import { listFlagsEndpoint, setFlagEndpoint } from "#features/back-office/flags/flags.contract.ts";
import { listFlagViews } from "#features/back-office/flags/flags.reads.ts";
import { flagPerson, liftFlags } from "#features/referrals/flags/flags.writes.ts";
import { route } from "#lib/api/route.ts";

export const flagRoutes = [
  route(listFlagsEndpoint, ({ db, query }) => listFlagViews(db, query)),
  route(setFlagEndpoint, async ({ db, params, body, actor }) => {
    const decision = { userId: params.id, staffId: actor.userId, reason: body.reason };
    await (body.isFlagged ? flagPerson(db, decision) : liftFlags(db, decision));
    return { status: "set" as const };
  }),
];
