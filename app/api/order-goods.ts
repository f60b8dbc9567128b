import { isOrderWithin } from "#features/activations/activations.reads.ts";
import { isSearchWithin } from "#features/activations/search/search.reads.ts";
import type { Goods } from "#features/identity/api-keys/key-goods.rules.ts";
import { isAccountOrderWithin } from "#features/ready-accounts/orders.reads.ts";
import { isRentalWithin } from "#features/rentals/rentals.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

type Reader = (db: Queryable, userId: number, goods: Goods, id: number) => Promise<boolean>;

/** By what endpoints name. */
const readers: Readonly<Record<string, Reader>> = {
  activation: isOrderWithin,
  rental: isRentalWithin,
  search: isSearchWithin,
  accounts: isAccountOrderWithin,
};

/** Is this an order (rental, search, order of accounts) of the user's, and of those goods? For the gates of both protocols. Throws for any other thing. */
export function isWithin(
  db: Queryable,
  of: string,
  id: number,
  userId: number,
  goods: Goods,
): Promise<boolean> {
  const read = readers[of];
  if (!read) throw new Error(`Nobody knows which ${of} is within the goods of a key`);
  return read(db, userId, goods, id);
}
