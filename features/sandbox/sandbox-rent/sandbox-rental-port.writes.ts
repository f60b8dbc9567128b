import type { Below } from "#features/rentals/messages.reads.ts";
import type { RentalPort } from "#features/rentals/rental-port.writes.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { windowOf } from "#features/rentals/rentals.rules.ts";
import { sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import {
  findSandboxRental,
  getSandboxExtensionPrice,
  listSandboxRentals,
  toRentalView,
  watchSandboxRental,
} from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import {
  extendInSandbox,
  moveSandboxRental,
  rentInSandbox,
} from "#features/sandbox/sandbox-rent/sandbox-rent.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

const keyIdOf = (actor: UserActor) => sandboxOwnerOf(actor).key.keyId;
const renterOf = (actor: UserActor) => ({ ...sandboxOwnerOf(actor), channel: "api" as const });

function listAll({ db, actor, locale }: Caller): Promise<RentalDetails[]> {
  return listSandboxRentals(db, keyIdOf(actor), locale);
}

function findOne({ db, actor, locale }: Caller, id: number, from?: Queryable): Promise<RentalDetails | null> {
  return findSandboxRental(db, keyIdOf(actor), id, locale, from);
}

async function getOne(caller: Caller, id: number): Promise<RentalDetails> {
  const rental = await findOne(caller, id);
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}

function below<Item extends { readonly id: number }>(
  items: readonly Item[],
  { beforeId, limit }: Below,
): Item[] {
  return items.filter(({ id }) => id < (beforeId ?? Number.POSITIVE_INFINITY)).slice(0, limit);
}

/** Rentals of a sandbox: reckoned out of scripts, paid out of its own purse. */
export const sandboxRentals: RentalPort = {
  rent: ({ db, actor }, input) => rentInSandbox(db, { ...input, ...renterOf(actor) }),
  extend: ({ db, actor }, input) => extendInSandbox(db, { ...input, ...renterOf(actor) }),
  extensionPrice: ({ db, actor }, id, hours) => getSandboxExtensionPrice(db, keyIdOf(actor), id, hours),

  find: async (caller, id, from) => {
    const rental = await findOne(caller, id, from);
    return rental && toRentalView(rental);
  },
  findDetails: (caller, id) => findOne(caller, id),
  findFacts: async (caller, id) => {
    const rental = await findOne(caller, id);
    if (!rental) return null;
    const { state, number, messagesCount, isFull, service } = rental;
    return { state, number, messagesCount, serviceId: isFull ? null : service.id };
  },
  watch: async ({ db, actor, locale }, id) => {
    const { rental, changesInMs } = await watchSandboxRental(db, keyIdOf(actor), id, locale);
    return { rental: rental && toRentalView(rental), changesInMs };
  },

  listTab: async (caller, asked) => {
    const all = (await listAll(caller)).map(toRentalView);
    const { active = [], received = [], canceled = [] } = Object.groupBy(all, ({ tab }) => tab);
    const tabs = { active, received, canceled };
    const counts = { active: active.length, received: received.length, canceled: canceled.length };
    const page = windowOf(counts[asked.tab], asked);
    const rentals = tabs[asked.tab].slice(page.start, page.start + page.perPage);
    return { rentals, counts, page };
  },
  list: async (caller, { states }, page) => {
    const wanted = (await listAll(caller)).filter(({ state }) => states?.includes(state) ?? true);
    return below(wanted, page).map(toRentalView);
  },
  listOpen: async (caller, { start, limit }) =>
    (await listAll(caller))
      .filter(({ closedAt }) => closedAt === null)
      .slice(start, start + limit)
      .map(({ id, number }) => ({ id, number: number ?? "" })),

  act: ({ db, actor }, id, step, tx) => {
    const owner = sandboxOwnerOf(actor);
    return tx
      ? moveSandboxRental(tx, owner, id, step)
      : withTransaction(db, (own) => moveSandboxRental(own, owner, id, step));
  },

  messages: async (caller, id, page) => below((await getOne(caller, id)).messages, page),
  countedMessages: async (caller, id, { start, limit }) =>
    (await getOne(caller, id)).messages.slice(start, start + limit),
  calls: async (caller, id, page) => below((await getOne(caller, id)).calls, page),
  extensions: async (caller, id) => (await getOne(caller, id)).extensions,
};
