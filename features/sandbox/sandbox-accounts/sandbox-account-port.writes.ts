import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { AccountPort } from "#features/ready-accounts/account-port.writes.ts";
import type { AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import { textsOf } from "#features/ready-accounts/unit-texts.reads.ts";
import { sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import {
  listSandboxAccountOrders,
  listSandboxOffers,
} from "#features/sandbox/sandbox-accounts/sandbox-accounts.reads.ts";
import {
  buyAccountsInSandbox,
  claimInSandbox,
} from "#features/sandbox/sandbox-accounts/sandbox-accounts.writes.ts";
import type { Caller } from "#lib/api/route.ts";

function listAll({ db, actor, locale }: Caller): Promise<AccountOrderDetails[]> {
  return listSandboxAccountOrders(db, sandboxOwnerOf(actor).key.keyId, locale);
}

const findOne = async (caller: Caller, orderId: number) =>
  (await listAll(caller)).find(({ id }) => id === orderId) ?? null;

/** Ready accounts of a sandbox: the same offers in every one, reckoned out of scripts, paid out of its own purse. */
export const sandboxAccounts: AccountPort = {
  services: async ({ db }) => (await listSandboxOffers(db)).map(({ service }) => service),
  offers: async ({ db }, serviceCode) => {
    const { serviceByCode } = await readCatalogue(db);
    if (!serviceByCode.has(serviceCode)) return null;
    return (await listSandboxOffers(db)).filter(({ service }) => service.code === serviceCode);
  },
  findOffer: async ({ db }, offerId) =>
    (await listSandboxOffers(db)).find(({ id }) => id === offerId) ?? null,

  buy: ({ db, actor }, input) => buyAccountsInSandbox(db, { ...input, ...sandboxOwnerOf(actor) }),

  list: async (caller, { states }, { beforeId, limit }) =>
    (await listAll(caller))
      .filter(
        ({ id, state }) => id < (beforeId ?? Number.POSITIVE_INFINITY) && (states?.includes(state) ?? true),
      )
      .slice(0, limit)
      .map(({ items: _items, places: _places, ...order }) => order),
  find: async (caller, orderId, part) => {
    const order = await findOne(caller, orderId);
    if (!order || !part) return order;
    const places = order.places.filter(({ place }) => place > part.behind && place <= part.upTo);
    return { ...order, items: textsOf(places), places };
  },

  claim: ({ db, actor }, input) => claimInSandbox(db, sandboxOwnerOf(actor), input),
  claims: async (caller, orderId) => {
    const order = await findOne(caller, orderId);
    const claims = order?.places.flatMap(({ place, claims }) => claims.map((claim) => ({ ...claim, place })));
    return claims?.toSorted((one, other) => other.id - one.id) ?? null;
  },
};
