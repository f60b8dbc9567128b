import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { type ExtensionPrice, getExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import {
  type Extended,
  type ExtensionInput,
  extendRental,
} from "#features/rentals/extensions/extensions.writes.ts";
import {
  type Below,
  listCallsBelow,
  listMessages,
  listMessagesBelow,
} from "#features/rentals/messages.reads.ts";
import { type Rented, type RentInput, rentNumber } from "#features/rentals/purchase.writes.ts";
import type {
  RentalCall,
  RentalDetails,
  RentalExtension,
  RentalMessage,
  RentalView,
} from "#features/rentals/rentals.contract.ts";
import {
  countRentals,
  findRentalDetails,
  findRentalState,
  findRentalView,
  listExtensions,
  listOpenRentals,
  listRentalsBelow,
  listRentalViews,
  type RentalFacts,
  type RentalFilter,
} from "#features/rentals/rentals.reads.ts";
import { type RentalCounts, type RentalTab, windowOf } from "#features/rentals/rentals.rules.ts";
import {
  cancelRental,
  cancelRentalInTx,
  finishRental,
  finishRentalInTx,
} from "#features/rentals/rentals.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";

/** What renting has from who rents. */
type OfRenter = "userId" | "channel" | "key";

/** Where a list stands by counting, as bots do it. */
type Counted = { readonly start: number; readonly limit: number };
type PageOfTab = { readonly page: number; readonly perPage: number; readonly tab: RentalTab };

/** What a renter does with a rental. */
export type RentalStep = "cancel" | "finish";

/** What every door needs of rentals: those that are real, and those of a sandbox. */
export type RentalPort = {
  /** Throws as `rentNumber` does. */
  rent(caller: Caller, input: Omit<RentInput, OfRenter>): Promise<Rented>;
  /** Throws as `extendRental` does. */
  extend(caller: Caller, input: Omit<ExtensionInput, OfRenter>): Promise<Extended>;
  extensionPrice(caller: Caller, id: number, hours: number): Promise<ExtensionPrice>;

  /** Null: no such rental of the caller's. `from` is the transaction that changed it. */
  find(caller: Caller, id: number, from?: Queryable): Promise<RentalView | null>;
  /** The same with what came in. */
  findDetails(caller: Caller, id: number): Promise<RentalDetails | null>;
  /** The same in what bots ask for all day. */
  findFacts(caller: Caller, id: number): Promise<RentalFacts | null>;
  /** The same, and when it changes by itself (infinite where nobody knows). */
  watch(caller: Caller, id: number): Promise<{ rental: RentalView | null; changesInMs: number }>;

  /** A page of a tab, newest first, and how many there are in each. */
  listTab(
    caller: Caller,
    asked: PageOfTab,
  ): Promise<{ rentals: RentalView[]; counts: RentalCounts; page: ReturnType<typeof windowOf> }>;
  /** Newest first. */
  list(caller: Caller, filter: Pick<RentalFilter, "states">, page: Below): Promise<RentalView[]>;
  /** Running ones, newest first. */
  listOpen(caller: Caller, page: Counted): Promise<readonly { id: number; number: string }[]>;

  /** In the transaction of a caller that tells the listeners behind it; without one by itself. Throws as the steps do. */
  act(caller: Caller, id: number, step: RentalStep, tx?: Tx): Promise<void>;

  /** What came in on one of the caller's rentals, newest first. */
  messages(caller: Caller, id: number, page: Below): Promise<RentalMessage[]>;
  countedMessages(caller: Caller, id: number, page: Counted): Promise<RentalMessage[]>;
  calls(caller: Caller, id: number, page: Below): Promise<RentalCall[]>;
  /** Newest first. */
  extensions(caller: Caller, id: number): Promise<readonly RentalExtension[]>;
};

function renterOf(actor: UserActor) {
  return { userId: actor.userId, channel: saleChannelOf(actor), key: actor.key ?? null };
}

const steps = {
  cancel: { alone: cancelRental, inTx: cancelRentalInTx },
  finish: { alone: finishRental, inTx: finishRentalInTx },
} as const;

/** Rentals that are real. */
export const liveRentals: RentalPort = {
  rent: ({ db, actor }, input) => rentNumber(db, { ...input, ...renterOf(actor) }),
  extend: ({ db, actor }, input) => extendRental(db, { ...input, ...renterOf(actor) }),
  extensionPrice: ({ db, actor }, id, hours) => getExtensionPrice(db, actor.userId, id, hours),

  find: ({ db, actor, locale }, id, from) => findRentalView(db, actor.userId, id, locale, from),
  findDetails: ({ db, actor, locale }, id) => findRentalDetails(db, actor.userId, id, locale),
  findFacts: ({ db, actor }, id) => findRentalState(db, actor.userId, id),
  watch: async ({ db, actor, locale }, id) => ({
    rental: await findRentalView(db, actor.userId, id, locale),
    changesInMs: Number.POSITIVE_INFINITY,
  }),

  listTab: async ({ db, actor, locale }, asked) => {
    const counts = await countRentals(db, actor);
    const page = windowOf(counts[asked.tab], asked);
    const wanted = { tab: asked.tab, start: page.start, limit: page.perPage };
    return { rentals: await listRentalViews(db, actor, wanted, locale), counts, page };
  },
  list: ({ db, actor, locale }, filter, page) => listRentalsBelow(db, actor, filter, page, locale),
  listOpen: ({ db, actor }, page) => listOpenRentals(db, actor, page),

  act: ({ db, actor }, id, step, tx) =>
    tx ? steps[step].inTx(tx, actor.userId, id) : steps[step].alone(db, actor.userId, id),

  messages: ({ db }, id, page) => listMessagesBelow(db, id, page),
  countedMessages: ({ db }, id, page) => listMessages(db, id, page),
  calls: ({ db }, id, page) => listCallsBelow(db, id, page),
  extensions: async ({ db }, id) => (await listExtensions(db, [id])).get(id) ?? [],
};
