import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { liveRentals, type RentalPort, type RentalStep } from "#features/rentals/rental-port.writes.ts";
import type { RentalView } from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
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
import { answerWhenNews } from "#features/rest-api/waiting/waiting.gate.ts";
import { rentalTopic, topicFor } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxRentals } from "#features/sandbox/sandbox-rent/sandbox-rental-port.writes.ts";
import { type Caller, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The endpoints of rentals over a port. */
function makeRestRentalRoutes(port: RentalPort): Route[] {
  return [
    route(restRent, async (context) => {
      const { service, country, operator, hours, maxPriceKopecks = null } = context.body;
      const { id, replayed } = await port.rent(context, {
        ...{ serviceCode: service, countryId: country, operator, hours, maxPriceKopecks },
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
        topics: [topicFor(context, rentalTopic(id))],
        read: () => port.watch(context, id),
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
      const { hours, maxPriceKopecks = null } = context.body;
      const { replayed } = await port.extend(context, {
        ...{ rentalId: id, hours, maxPriceKopecks },
        idempotencyKey: context.idempotencyKey,
      });
      return reply(await get(port, context, id), { headers: replayHeader(replayed) });
    }),
  ];
}

function stepRoute(
  port: RentalPort,
  endpoint: typeof restCancelRental | typeof restFinishRental,
  step: RentalStep,
): Route {
  return route(endpoint, async (context) => {
    // In memory from here on: the transaction asks for no second connection.
    await readCatalogue(context.db);
    const { id } = context.params;
    return answerKeyed(endpoint, context, async (tx) => {
      await port.act(context, id, step, tx);
      return get(port, context, id, tx);
    });
  });
}

async function get(port: RentalPort, caller: Caller, id: number, from?: Queryable) {
  return restRental(known(await port.find(caller, id, from)));
}

function known(rental: RentalView | null): RentalView {
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}

export const restRentalRoutes = makeRestRentalRoutes(liveRentals);
export const restRentalSandbox = makeRestRentalRoutes(sandboxRentals);
