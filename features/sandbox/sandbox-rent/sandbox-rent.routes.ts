import { makeRentalRoutes, type RentalPort } from "#features/rentals/rentals.routes.ts";
import { windowOf } from "#features/rentals/rentals.rules.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import {
  findSandboxRental,
  getSandboxExtensionPrice,
  listSandboxRentals,
  toRentalView,
} from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import {
  extendInSandbox,
  moveSandboxRental,
  rentInSandbox,
} from "#features/sandbox/sandbox-rent/sandbox-rent.writes.ts";
import type { KeyRights, UserActor } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The sandbox key of a caller: the gate lets nobody else in here. */
export function renterOf({ userId, key }: UserActor): {
  userId: UserActor["userId"];
  key: KeyRights;
  channel: "api";
} {
  if (!key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
  return { userId, key, channel: "api" };
}

/** Rentals of a sandbox at the site's endpoints. */
const sandboxPort: RentalPort = {
  rent: (db, actor, input) => rentInSandbox(db, { ...renterOf(actor), ...input }),
  find: (db, actor, id, locale) => findSandboxRental(db, renterOf(actor).key.keyId, id, locale),
  list: async (db, actor, asked, locale) => {
    const all = (await listSandboxRentals(db, renterOf(actor).key.keyId, locale)).map(toRentalView);
    const { active = [], received = [], canceled = [] } = Object.groupBy(all, ({ tab }) => tab);
    const tabs = { active, received, canceled };
    const counts = { active: active.length, received: received.length, canceled: canceled.length };
    const page = windowOf(counts[asked.tab], asked);
    const rentals = tabs[asked.tab].slice(page.start, page.start + page.perPage);
    return { rentals, counts, page };
  },
  cancel: (db, actor, id) =>
    withTransaction(db, (tx) => moveSandboxRental(tx, renterOf(actor), id, "cancel")),
  extensionPrice: (db, actor, id, hours) =>
    getSandboxExtensionPrice(db, renterOf(actor).key.keyId, id, hours),
  extend: (db, actor, input) => extendInSandbox(db, { ...renterOf(actor), ...input }),
};

/** What a sandbox key is answered where a live one reaches rentals. Ready for `withSandbox`. */
export const sandboxRentAnswers = makeRentalRoutes(sandboxPort);
