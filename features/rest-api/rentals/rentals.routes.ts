import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { keyedRoute } from "#features/idempotency/idempotency.routes.ts";
import type { ExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import type { Below } from "#features/rentals/messages.reads.ts";
import type { RentalCall, RentalMessage, RentalView } from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import type { RentalFilter } from "#features/rentals/rentals.reads.ts";
import {
  restCancelRental,
  restExtendRental,
  restFinishRental,
  restGetExtensionPrice,
  restGetRental,
  restListRentalCalls,
  restListRentalMessages,
  restListRentals,
  restRent,
} from "#features/rest-api/rentals/rentals.contract.ts";
import { isRentalNews, restRental } from "#features/rest-api/rentals/rentals.view.ts";
import { pageOf, restCurrency } from "#features/rest-api/rest-api.rules.ts";
import type { Topic } from "#features/rest-api/waiting/waiting.reads.ts";
import { answerWhenNews } from "#features/rest-api/waiting/waiting.routes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Who asks, and in which language. */
export type Renter = { readonly db: Db; readonly actor: UserActor; readonly locale: Locale };

type RentInput = {
  readonly service: string;
  readonly country: number;
  readonly operator: string;
  readonly hours: number;
  readonly maxPriceKopecks?: Kopecks | undefined;
  readonly idempotencyKey: string;
};
type ExtensionInput = Pick<RentInput, "hours" | "maxPriceKopecks" | "idempotencyKey">;

/** What the endpoints need of rentals: the live ones and those of a sandbox each have such a port. */
export type RestRentPort = {
  rent(renter: Renter, input: RentInput): Promise<{ readonly id: number; readonly replayed: boolean }>;
  /** Null: no such rental of the caller's. `from` is the transaction that changed it. */
  find(renter: Renter, id: number, from?: Queryable): Promise<RentalView | null>;
  /** The same, and when it changes by itself (infinite where nobody knows). */
  watched(renter: Renter, id: number): Promise<{ rental: RentalView | null; changesInMs: number }>;
  topic(renter: Renter, id: number): Topic;
  /** `limit` at most, newest first. */
  list(renter: Renter, filter: RentalFilter, page: Below): Promise<RentalView[]>;
  messages(renter: Renter, id: number, page: Below): Promise<RentalMessage[]>;
  calls(renter: Renter, id: number, page: Below): Promise<RentalCall[]>;
  cancel(tx: Tx, actor: UserActor, id: number): Promise<void>;
  finish(tx: Tx, actor: UserActor, id: number): Promise<void>;
  extensionPrice(renter: Renter, id: number, hours: number): Promise<ExtensionPrice>;
  extend(renter: Renter, id: number, input: ExtensionInput): Promise<{ readonly replayed: boolean }>;
};

/** The endpoints of rentals over a port. */
export function makeRentalRoutes(port: RestRentPort): Route[] {
  return [
    route(restRent, async (context) => {
      const { id, replayed } = await port.rent(context, {
        ...context.body,
        idempotencyKey: context.idempotencyKey,
      });
      return reply(await get(port, context, id), { headers: replayHeader(replayed) });
    }),
    route(restListRentals, async (context) => {
      const { state, limit, cursor } = context.query;
      const page = { beforeId: cursor ?? null, limit: limit + 1 };
      const found = await port.list(context, { states: state ?? null }, page);
      return pageOf("rentals", found.map(restRental), limit);
    }),
    route(restGetRental, async (context) => {
      const { id } = context.params;
      const { wait, seen = null } = context.query;
      const { rental } = await answerWhenNews(context, {
        wait,
        topics: [port.topic(context, id)],
        read: () => port.watched(context, id),
        // There is nothing to wait for where nothing is.
        isNews: (found) => found.rental === null || isRentalNews(found.rental, seen),
        changesInMs: (found) => found.changesInMs,
      });
      return restRental(known(rental));
    }),
    route(restListRentalMessages, async (context) => {
      const { id } = await get(port, context, context.params.id);
      const { limit, cursor } = context.query;
      const found = await port.messages(context, id, { beforeId: cursor ?? null, limit: limit + 1 });
      return pageOf("rental-messages", found, limit);
    }),
    route(restListRentalCalls, async (context) => {
      const { id } = await get(port, context, context.params.id);
      const { limit, cursor } = context.query;
      const found = await port.calls(context, id, { beforeId: cursor ?? null, limit: limit + 1 });
      return pageOf("rental-calls", found, limit);
    }),
    stepRoute(port, restCancelRental, "cancel"),
    stepRoute(port, restFinishRental, "finish"),
    route(restGetExtensionPrice, async (context) => {
      const price = await port.extensionPrice(context, context.params.id, context.query.hours);
      return { ...price, currency: restCurrency, expiresAt: price.expiresAt.toISOString() };
    }),
    route(restExtendRental, async (context) => {
      const { id } = context.params;
      const { replayed } = await port.extend(context, id, {
        ...context.body,
        idempotencyKey: context.idempotencyKey,
      });
      return reply(await get(port, context, id), { headers: replayHeader(replayed) });
    }),
  ];
}

function stepRoute(
  port: RestRentPort,
  endpoint: typeof restCancelRental | typeof restFinishRental,
  step: "cancel" | "finish",
): Route {
  return keyedRoute(endpoint, async (tx, context) => {
    // In memory from here on: a transaction asks for no second connection.
    await readCatalogue(context.db);
    await port[step](tx, context.actor, context.params.id);
    return get(port, context, context.params.id, tx);
  });
}

async function get(port: RestRentPort, renter: Renter, id: number, from?: Queryable) {
  return restRental(known(await port.find(renter, id, from)));
}

function known(rental: RentalView | null): RentalView {
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}
