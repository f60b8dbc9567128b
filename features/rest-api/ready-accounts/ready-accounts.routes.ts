import type { AccountPort } from "#features/ready-accounts/account-port.writes.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import type { Part } from "#features/ready-accounts/unit-texts.reads.ts";
import { doorOf } from "#features/rest-api/offers/offers.rules.ts";
import {
  restBuyAccounts,
  restClaimAccount,
  restGetAccountOffer,
  restGetAccountOrder,
  restListAccountClaims,
  restListAccountOffers,
  restListAccountOrders,
  restListAccountServices,
} from "#features/rest-api/ready-accounts/ready-accounts.contract.ts";
import {
  accountsPart,
  restAccountClaim,
  restAccountOffer,
  restAccountOrder,
  restAccountService,
  restAccounts,
} from "#features/rest-api/ready-accounts/ready-accounts.view.ts";
import { pageOf } from "#features/rest-api/rest-api.rules.ts";
import { sandboxAccounts } from "#features/sandbox/sandbox-accounts/sandbox-account-port.writes.ts";
import { liveAccounts } from "#features/stores/store-account-port.writes.ts";
import type { Actor } from "#lib/api/actor.ts";
import { type Caller, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

const shopper = ({ db, actor }: { db: Db; actor: Actor }) => ({ db, actor, channel: doorOf(actor) });

/** The endpoints of ready accounts over a port. */
function makeRestAccountRoutes(port: AccountPort): Route[] {
  return [
    route(restListAccountServices, async (context) => {
      const services = await port.services(shopper(context));
      return { data: services.map((service) => restAccountService(service, context.locale)) };
    }),
    route(restListAccountOffers, async (context) => {
      const offers = await port.offers(shopper(context), context.query.service);
      if (!offers) throw new AppError(readyAccountErrors.SERVICE_NOT_FOUND);
      return { data: offers.map((offer) => restAccountOffer(offer, context.locale)) };
    }),
    route(restGetAccountOffer, async (context) => {
      const offer = await port.findOffer(shopper(context), context.params.offerId);
      if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
      return { ...restAccountOffer(offer, context.locale), description: offer.descriptionHtml };
    }),
    route(restBuyAccounts, async (context) => {
      const { maxTotalKopecks = null, ...wish } = context.body;
      const { idempotencyKey } = context;
      const purchase = { ...wish, maxTotalKopecks, idempotencyKey, isReadLater: true };
      const { orderId, replayed } = await port.buy(context, purchase);
      const part = accountsPart(orderId, context.query.limit);
      return reply(await get(port, context, orderId, part), { headers: replayHeader(replayed) });
    }),
    route(restListAccountOrders, async (context) => {
      const { state = null, limit, cursor = null } = context.query;
      const found = await port.list(context, { states: state }, { beforeId: cursor, limit: limit + 1 });
      return pageOf("account-orders", found.map(restAccountOrder), limit);
    }),
    route(restGetAccountOrder, (context) => {
      const { params, query } = context;
      return get(port, context, params.id, accountsPart(params.id, query.limit, query.cursor));
    }),
    route(restClaimAccount, async (context) => {
      const { params, body, idempotencyKey } = context;
      const { claimId, replayed } = await port.claim(context, {
        orderId: params.id,
        ...body,
        idempotencyKey,
      });
      const claim = (await listClaims(port, context, params.id)).find(({ id }) => id === claimId);
      if (!claim) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
      return reply(claim, { headers: replayHeader(replayed) });
    }),
    route(restListAccountClaims, async (context) => {
      const { limit, cursor = Number.POSITIVE_INFINITY } = context.query;
      const found = await listClaims(port, context, context.params.id);
      return pageOf("account-claims", found.filter(({ id }) => id < cursor).slice(0, limit + 1), limit);
    }),
  ];
}

async function get(port: AccountPort, caller: Caller, id: number, part: Part) {
  const order = await port.find(caller, id, part);
  if (!order) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
  return restAccounts(order, part);
}

/** Few enough to be read at once: an account can be claimed once, and an order has two thousand at most. */
async function listClaims(port: AccountPort, caller: Caller, orderId: number) {
  const claims = await port.claims(caller, orderId);
  if (!claims) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
  return claims.map((claim) => restAccountClaim(orderId, claim));
}

export const restAccountRoutes = makeRestAccountRoutes(liveAccounts);
export const restAccountSandbox = makeRestAccountRoutes(sandboxAccounts);
