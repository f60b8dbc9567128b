import { randomUUID } from "node:crypto";
import type { RentInput } from "#features/rentals/purchase.writes.ts";

/** A rental under a key of its own: 4 hours for Telegram in Indonesia on the site, unless `input` names others. */
export function rentInput(input: Partial<RentInput> & { userId: number }): RentInput {
  return {
    ...{ serviceCode: "tg", countryId: 6, operator: "any", hours: 4, maxPriceKopecks: null },
    ...{ channel: "site", idempotencyKey: randomUUID() },
    ...input,
  };
}
