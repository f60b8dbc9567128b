import { isOrderWithin } from "#features/activations/activations.reads.ts";
import { isSearchWithin } from "#features/activations/search/search.reads.ts";
import { isAccountOrderWithin } from "#features/ready-accounts/orders.reads.ts";
import { isRentalWithin } from "#features/rentals/rentals.reads.ts";
import type { OrderKind } from "#lib/api/endpoint.ts";
import type { Goods } from "#lib/api/key-goods.ts";
import type { Queryable } from "#lib/db/pool.ts";

const readers = {
  activation: isOrderWithin,
  rental: isRentalWithin,
  search: isSearchWithin,
  accounts: isAccountOrderWithin,
} as const;

/** Is this an order (rental, search, order of accounts) of the user's, and of those goods? For the gates of both protocols. */
export function isWithin(
  db: Queryable,
  of: OrderKind,
  id: number,
  userId: number,
  goods: Goods,
): Promise<boolean> {
  return readers[of](db, userId, goods, id);
}
