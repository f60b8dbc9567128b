import { createHash } from "node:crypto";

/** How an order's supplier is chosen within its buyer's limit: by worth, or by worth with those that few have tried counted as good. */
export type Routing = "worth" | "explore";

type RoutedOrder = { readonly userId: number; readonly idempotencyKey: string };

/** Whether an order is one of the `percent` in a hundred that explore. The same order always is, or never. */
export function isExploring({ userId, idempotencyKey }: RoutedOrder, percent: number): boolean {
  const digest = createHash("sha256").update(`routing:${userId}:${idempotencyKey}`).digest();
  return digest.readUInt32BE(0) % 100 < percent;
}
