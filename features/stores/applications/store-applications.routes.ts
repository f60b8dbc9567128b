import { keyedRoute } from "#features/idempotency/idempotency.routes.ts";
import {
  applyForStoreEndpoint,
  getStoreStandingEndpoint,
} from "#features/stores/applications/store-applications.contract.ts";
import {
  findStoreApplication,
  findStoreStanding,
  storeApplicationView,
} from "#features/stores/applications/store-applications.reads.ts";
import { applyForStore, takeApplying } from "#features/stores/applications/store-applications.writes.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Applying for a store. */
export const storeApplicationRoutes = [
  route(getStoreStandingEndpoint, ({ db, actor }) => findStoreStanding(db, actor.userId)),
  keyedRoute(applyForStoreEndpoint, async (tx, { actor, body, ip }) => {
    const { agreeOffer: _, ...application } = body;
    await takeApplying(tx, { userId: actor.userId, ip });
    const id = await applyForStore(tx, { ...application, userId: actor.userId });
    const made = await findStoreApplication(tx, id);
    if (!made) throw new AppError(storeErrors.STORE_APPLICATION_NOT_FOUND);
    return storeApplicationView(made);
  }),
];
