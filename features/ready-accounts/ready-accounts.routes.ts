import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { findOffer, listReadyOffers, listReadyServices } from "#features/ready-accounts/offers.reads.ts";
import {
  findAccountOrder,
  findNewestDelivery,
  listAccountOrders,
} from "#features/ready-accounts/orders.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import {
  buyReadyAccountsEndpoint,
  claimAccountEndpoint,
  downloadAccountOrderEndpoint,
  getAccountOrderEndpoint,
  listAccountOrdersEndpoint,
  listReadyOffersEndpoint,
  listReadyServicesEndpoint,
  readyOfferInfoEndpoint,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { deliveryFileName } from "#features/ready-accounts/ready-accounts.rules.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { Caller } from "#lib/api/route.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { refuseStrangers } from "#lib/http/download.ts";

async function getOrder({ db, actor, locale }: Caller, id: number) {
  const order = await findAccountOrder(db, actor.userId, id, locale);
  if (!order) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
  return order;
}

/** What an order delivered, as a file. */
function fileOf(offerId: number, items: readonly string[]): Response {
  const name = deliveryFileName(env.READY_ACCOUNTS_FILE, offerId);
  return new Response(`${JSON.stringify(items, null, 2)}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

export const readyAccountRoutes = [
  route(listReadyServicesEndpoint, ({ db, locale }) => listReadyServices(db, locale)),
  route(listReadyOffersEndpoint, async ({ db, query }) => {
    const sections = await listReadyOffers(db, query.service);
    if (!sections) throw new AppError(readyAccountErrors.SERVICE_NOT_FOUND);
    return sections;
  }),
  route(readyOfferInfoEndpoint, async ({ db, params, actor, locale }) => {
    const offer = await findOffer(db, params.id, locale);
    if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
    const result = actor.kind === "user" ? await findNewestDelivery(db, actor.userId, params.id) : null;
    return { ...offer, result };
  }),
  route(buyReadyAccountsEndpoint, async ({ db, body, actor, idempotencyKey }) => {
    const { items, replayed } = await buyReadyAccounts(db, {
      userId: actor.userId,
      offerId: body.id,
      count: body.count,
      maxTotalKopecks: body.maxTotalKopecks,
      channel: saleChannelOf(actor),
      idempotencyKey,
    });
    return reply(items, { headers: replayHeader(replayed) });
  }),
  route(listAccountOrdersEndpoint, ({ db, actor, query, locale }) =>
    listAccountOrders(db, actor.userId, { before: query.cursor, limit: query.limit }, locale),
  ),
  route(getAccountOrderEndpoint, (context) => getOrder(context, context.params.id)),
  route(claimAccountEndpoint, async (context) => {
    const { db, params, body, actor, idempotencyKey } = context;
    const claim = { userId: actor.userId, orderId: params.id, ...body, idempotencyKey };
    const { replayed } = await claimAccount(db, claim);
    return reply(await getOrder(context, params.id), { headers: replayHeader(replayed) });
  }),
  route(downloadAccountOrderEndpoint, async (context) => {
    refuseStrangers(context.request, context.actor);
    const { offerId, items } = await getOrder(context, context.params.id);
    if (!items) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
    return fileOf(offerId, items);
  }),
];
