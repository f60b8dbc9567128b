import { makeRentCalls } from "#features/handler-api/rent/rent.routes.ts";
import type { HandlerRentPort } from "#features/handler-api/rent/rent.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { getExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { listMessages } from "#features/rentals/messages.reads.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { findRentalState, listExtensions, listOpenRentals } from "#features/rentals/rentals.reads.ts";
import { cancelRental, finishRental } from "#features/rentals/rentals.writes.ts";

const buyer = ({ userId, key }: KeyOwner) => ({ userId, key, channel: "api" as const });

/** Rentals that are real. */
const livePort: HandlerRentPort = {
  rent: (db, caller, input) => rentNumber(db, { ...input, ...buyer(caller) }),
  extend: (db, caller, input) => extendRental(db, { ...input, ...buyer(caller) }),
  find: (db, { userId }, id) => findRentalState(db, userId, id),
  listOpen: (db, caller, page) => listOpenRentals(db, caller, page),
  messages: (db, _caller, id, page) => listMessages(db, id, page),
  extensionPrice: (db, { userId }, id, hours) => getExtensionPrice(db, userId, id, hours),
  extensions: async (db, _caller, id) => (await listExtensions(db, [id])).get(id) ?? [],
  finish: (db, { userId }, id) => finishRental(db, userId, id),
  cancel: (db, { userId }, id) => cancelRental(db, userId, id),
};

export const rentCalls = makeRentCalls(livePort);
