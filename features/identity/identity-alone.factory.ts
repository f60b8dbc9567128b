import { makeIdentityRoutes } from "#features/identity/identity.routes.ts";

/** The calls of identity for suites that know no tiers of prices. */
export const identityRoutes = makeIdentityRoutes({ isWholesale: async () => false });
