import { getAccountLimitsEndpoint } from "#features/activations/limits/limits.contract.ts";
import { readAccountLimits } from "#features/activations/limits/limits.reads.ts";
import { route } from "#lib/api/route.ts";

export const limitRoutes = [
  route(getAccountLimitsEndpoint, ({ db, actor }) => readAccountLimits(db, actor.userId)),
];
