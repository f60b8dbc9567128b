import { z } from "zod";
import { ActivationView } from "#features/activations/activations.contract.ts";
import { SearchView } from "#features/activations/search/search.contract.ts";
import { WalletView } from "#features/ledger/ledger.contract.ts";
import { streamActivationsMax, streamTypes } from "#features/notifications/notifications.rules.ts";
import { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Sent first on every stream: from here on nothing is missed. Whoever has older state reads it again. */
export const ReadyStreamEvent = z.strictObject({ resumed: z.boolean() });
/** An order as it is now. Seconds are counted from the moment of sending. */
export const ActivationStreamEvent = z.strictObject({ activation: ActivationView });
/** A number search as it is now. */
export const SearchStreamEvent = z.strictObject({ search: SearchView });
/** A rental as it is now, with what came in. */
export const RentalStreamEvent = z.strictObject({ rental: RentalDetails });
/** The user's money now: `balance` is what can be spent, in roubles; the rest in kopecks, as `GET /balance` answers it. */
export const BalanceStreamEvent = WalletView.extend({ balance: z.number() });

export type ReadyStreamEvent = z.infer<typeof ReadyStreamEvent>;
export type ActivationStreamEvent = z.infer<typeof ActivationStreamEvent>;
export type SearchStreamEvent = z.infer<typeof SearchStreamEvent>;
export type RentalStreamEvent = z.infer<typeof RentalStreamEvent>;
export type BalanceStreamEvent = z.infer<typeof BalanceStreamEvent>;

/** Event name -> shape of its data. Every event carries whole states, so one that comes twice is harmless. */
export const streamEvents = {
  ready: ReadyStreamEvent,
  activation: ActivationStreamEvent,
  search: SearchStreamEvent,
  rental: RentalStreamEvent,
  balance: BalanceStreamEvent,
} as const;

const eventId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

function list<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .string()
    .max(1_000)
    .transform((text) => text.split(","))
    .pipe(z.array(item).min(1).max(max));
}

export const streamEndpoint = defineEndpoint({
  id: "openStream",
  method: "GET",
  path: "/stream",
  summary: "Live events of the user (server-sent events)",
  description:
    "Events `ready`, `activation`, `search`, `rental` and `balance`, each with the whole state as it is now. A stream that was cut is resumed with the header or parameter `Last-Event-ID`: `ready` says `resumed: true` when everything missed follows, `false` when it cannot be told (a new reader, an id older than a day, too much missed); then read the state anew. `types` and `activation` narrow it. A key hears of its own services and countries only; a sandbox key hears of its sandbox, within about a second. At most 50 streams per user: the oldest gives way.",
  tag: "notifications",
  access: "user",
  scope: "read",
  query: z.object({
    "Last-Event-ID": eventId.optional(),
    /** EventSource cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
    /** Kinds of events, separated by commas; all when left out, with `activation` that one alone. */
    types: list(z.enum(streamTypes), streamTypes.length).optional(),
    /** Ids of orders, separated by commas: no other order is told. */
    activation: list(Id, streamActivationsMax).optional(),
  }),
  response: z.string(),
  produces: "text/event-stream",
  errors: [],
});
