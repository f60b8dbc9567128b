import { randomUUID } from "node:crypto";
import type { Purchase } from "#features/activations/purchase/purchase.writes.ts";

/** A purchase under a key of its own: a number for Telegram in Indonesia on the site, unless `input` names another. */
export function purchase(input: Partial<Purchase> & { userId: number }): Purchase {
  return {
    ...{ serviceId: 52, countryId: 6, operator: "any", maxPriceKopecks: null, channel: "site" },
    idempotencyKey: randomUUID(),
    ...input,
  };
}
