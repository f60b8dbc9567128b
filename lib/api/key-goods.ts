import type { KeyRights } from "#lib/api/actor.ts";

/** What a key is for: null = every service, every country. */
export type Goods = Pick<KeyRights, "serviceIds" | "countryIds">;

/** Whose orders: all of a user's, or through a key those of its goods. A proven actor is one. */
export type Holder = { readonly userId: number; readonly key?: Goods | null | undefined };

/** The goods that a holder is limited to, or null: nothing is out of reach. */
export function limitedGoods({ key }: Holder): Goods | null {
  return key && (key.serviceIds !== null || key.countryIds !== null) ? key : null;
}
