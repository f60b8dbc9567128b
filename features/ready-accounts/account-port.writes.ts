import type { Service } from "#features/catalogue/catalogue.rules.ts";
import type { Goods } from "#features/identity/api-keys/key-goods.rules.ts";
import { type SaleChannel, saleChannelOf } from "#features/policy/policy.rules.ts";
import {
  findReadyOffer,
  listReadyOffers,
  listReadyServices,
  type ReadyOffer,
  type SoldOffer,
} from "#features/ready-accounts/offers.reads.ts";
import {
  type Below,
  findAccountOrder,
  isAccountOrderWithin,
  listAccountOrders,
  listPlacedClaims,
  type PlacedClaim,
} from "#features/ready-accounts/orders.reads.ts";
import {
  type AccountPurchase,
  type AccountsBought,
  buyReadyAccounts,
} from "#features/ready-accounts/purchase.writes.ts";
import type { AccountOrder, AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import type { AccountOrderState } from "#features/ready-accounts/ready-accounts.rules.ts";
import type { Part } from "#features/ready-accounts/unit-texts.reads.ts";
import { claimAccount, type NewAccountClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { Actor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";

/** What a purchase has from who buys. */
type OfBuyer = "userId" | "channel" | "key";

/** Who looks at what is on sale: anybody. */
type Shopper = {
  readonly db: Db;
  readonly actor: Actor;
  /** Whose offers they see: those of the site, or those of programs. */
  readonly channel: SaleChannel;
};

/** What every door needs of ready accounts: those that are real, and those of a sandbox. */
export type AccountPort = {
  /** With something that can be bought, in the catalogue's order. */
  services(shopper: Shopper): Promise<Service[]>;
  /** What can be bought of a service, cheapest first. Null: no such service. */
  offers(shopper: Shopper, serviceCode: string): Promise<ReadyOffer[] | null>;
  /** Null: it is not sold. */
  findOffer(shopper: Shopper, id: number): Promise<ReadyOffer | null>;

  /** Throws as `buyReadyAccounts` does. */
  buy(caller: Caller, input: Omit<AccountPurchase, OfBuyer>): Promise<AccountsBought>;

  /** Newest first. */
  list(
    caller: Caller,
    filter: { readonly states: readonly AccountOrderState[] | null },
    page: Below,
  ): Promise<AccountOrder[]>;
  /** With all of its accounts, or with those of a part. Null: no such order of the caller's. */
  find(caller: Caller, id: number, part?: Part): Promise<AccountOrderDetails | null>;

  /** Throws as `claimAccount` does. */
  claim(
    caller: Caller,
    input: Omit<NewAccountClaim, "userId">,
  ): Promise<{ readonly claimId: number; readonly replayed: boolean }>;
  /** The claims about an order's accounts, newest first. Null: no such order of the caller's. */
  claims(caller: Caller, orderId: number): Promise<PlacedClaim[] | null>;
};

/** Whose the order is, is asked; which goods the key is for was the gate's to ask. */
const allGoods: Goods = { serviceIds: null, countryIds: null };

/** What the stores of these sellers are called, by the seller's id: stores stand below. */
type StoreNames = (db: Queryable, sellerIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

async function withStores(db: Db, offers: readonly SoldOffer[], namesOf: StoreNames): Promise<ReadyOffer[]> {
  const sellers = new Set(offers.map(({ sellerId }) => sellerId).filter((id) => id !== null));
  const names = sellers.size === 0 ? new Map<number, string>() : await namesOf(db, [...sellers]);
  return offers.map(({ sellerId, ...offer }) => ({
    ...offer,
    storeName: sellerId === null ? null : (names.get(sellerId) ?? null),
  }));
}

/** Ready accounts that are real, with the names of their stores. */
export const makeLiveAccounts = (namesOf: StoreNames): AccountPort => ({
  services: ({ db, channel }) => listReadyServices(db, channel),
  offers: async ({ db, channel }, serviceCode) => {
    const offers = await listReadyOffers(db, channel, serviceCode);
    return offers && withStores(db, offers, namesOf);
  },
  findOffer: async ({ db, channel }, id) => {
    const offer = await findReadyOffer(db, channel, id);
    const [named = null] = offer ? await withStores(db, [offer], namesOf) : [];
    return named;
  },

  buy: ({ db, actor }, input) =>
    buyReadyAccounts(db, {
      ...input,
      ...{ userId: actor.userId, channel: saleChannelOf(actor), key: actor.key ?? null },
    }),

  list: ({ db, actor, locale }, filter, page) => listAccountOrders(db, actor, filter, page, locale),
  find: ({ db, actor, locale }, id, part) => findAccountOrder(db, actor.userId, id, locale, part),

  claim: ({ db, actor }, input) => claimAccount(db, { ...input, userId: actor.userId }),
  claims: async ({ db, actor }, orderId) =>
    (await isAccountOrderWithin(db, actor.userId, allGoods, orderId)) ? listPlacedClaims(db, orderId) : null,
});
