import { z } from "zod";
import { ActivationView } from "#features/activations/contract.ts";
import { WalletView } from "#features/ledger/contract.ts";
import { RentalDetails } from "#features/rentals/contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Sent first on every stream: from here on nothing is missed. Whoever has older state reads it again. */
export const ReadyEvent = z.strictObject({ resumed: z.boolean() });
/** An order as it is now. Seconds are counted from the moment of sending. */
export const ActivationEvent = z.strictObject({ activation: ActivationView });
/** A rental as it is now, with what came in. */
export const RentalEvent = z.strictObject({ rental: RentalDetails });
/** The user's money now: `balance` is what he can spend, in roubles; the rest in kopecks, as `GET /balance` answers it. */
export const BalanceEvent = WalletView.extend({ balance: z.number() });

export type ReadyEvent = z.infer<typeof ReadyEvent>;
export type ActivationEvent = z.infer<typeof ActivationEvent>;
export type RentalEvent = z.infer<typeof RentalEvent>;
export type BalanceEvent = z.infer<typeof BalanceEvent>;

/** Event name -> shape of its data. Every event carries whole states, so one that comes twice is harmless. */
export const streamEvents = {
  ready: ReadyEvent,
  activation: ActivationEvent,
  rental: RentalEvent,
  balance: BalanceEvent,
} as const;

const eventId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

export const streamEndpoint = defineEndpoint({
  id: "openStream",
  method: "GET",
  path: "/stream",
  summary: "Live events of the user (server-sent events)",
  description:
    "Events `ready`, `activation`, `rental` and `balance`. Resume with the header or parameter `Last-Event-ID`. At most 50 streams per user: the oldest gives way.",
  tag: "notifications",
  access: "user",
  query: z.object({
    "Last-Event-ID": eventId.optional(),
    /** EventSource cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
  }),
  response: z.string(),
  produces: "text/event-stream",
  errors: [],
});
