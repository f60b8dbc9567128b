import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { getExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { listCallsBelow, listMessagesBelow } from "#features/rentals/messages.reads.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { findRentalView, listRentalsBelow } from "#features/rentals/rentals.reads.ts";
import { cancelRentalInTx, finishRentalInTx } from "#features/rentals/rentals.writes.ts";
import { makeRentalRoutes, type RestRentPort } from "#features/rest-api/rentals/rentals.routes.ts";
import { rentalTopic } from "#features/rest-api/waiting/waiting.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";

function buyer(actor: UserActor) {
  return { userId: actor.userId, channel: saleChannelOf(actor), key: actor.key ?? null };
}

/** Rentals that are real. */
const livePort: RestRentPort = {
  rent: ({ db, actor }, { service, country, operator, hours, maxPriceKopecks, idempotencyKey }) =>
    rentNumber(db, {
      ...buyer(actor),
      serviceCode: service,
      countryId: country,
      operator,
      hours,
      maxPriceKopecks: maxPriceKopecks ?? null,
      idempotencyKey,
    }),
  find: ({ db, actor, locale }, id, from) => findRentalView(db, actor.userId, id, locale, from),
  watched: async ({ db, actor, locale }, id) => ({
    rental: await findRentalView(db, actor.userId, id, locale),
    changesInMs: Number.POSITIVE_INFINITY,
  }),
  topic: (_renter, id) => rentalTopic(id),
  list: ({ db, actor, locale }, filter, page) => listRentalsBelow(db, actor, filter, page, locale),
  messages: ({ db }, id, page) => listMessagesBelow(db, id, page),
  calls: ({ db }, id, page) => listCallsBelow(db, id, page),
  cancel: (tx, { userId }, id) => cancelRentalInTx(tx, userId, id),
  finish: (tx, { userId }, id) => finishRentalInTx(tx, userId, id),
  extensionPrice: ({ db, actor }, id, hours) => getExtensionPrice(db, actor.userId, id, hours),
  extend: ({ db, actor }, rentalId, { hours, maxPriceKopecks, idempotencyKey }) =>
    extendRental(db, {
      ...buyer(actor),
      rentalId,
      hours,
      maxPriceKopecks: maxPriceKopecks ?? null,
      idempotencyKey,
    }),
};

export const restRentalRoutes = makeRentalRoutes(livePort);
