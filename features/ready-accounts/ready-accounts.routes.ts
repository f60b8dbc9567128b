import { randomUUID } from "node:crypto";
import type { AccountPort } from "#features/ready-accounts/account-port.writes.ts";
import { offerInfoOf, readyServiceView, sectionsOf } from "#features/ready-accounts/offers.view.ts";
import { findNewestDelivery, findPlaceFile, findPreparing } from "#features/ready-accounts/orders.reads.ts";
import {
  type AccountOrder,
  buyReadyAccountsEndpoint,
  claimAccountEndpoint,
  downloadAccountFileEndpoint,
  downloadAccountOrderEndpoint,
  getAccountOrderEndpoint,
  listAccountOrdersEndpoint,
  listReadyOffersEndpoint,
  listReadyServicesEndpoint,
  type PreparingOrder,
  readyOfferInfoEndpoint,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { deliveryFileName } from "#features/ready-accounts/ready-accounts.rules.ts";
import { packUnit } from "#features/ready-accounts/unit-files.gateway.ts";
import type { Caller } from "#lib/api/route.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { refuseStrangers } from "#lib/http/download.ts";

const onSite = { channel: "site" } as const;

async function getOrder(port: AccountPort, caller: Caller, id: number) {
  const order = await port.find(caller, id);
  if (!order) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
  return order;
}

const progressOf = ({ id, count, preparedCount }: AccountOrder): PreparingOrder => ({
  ...{ orderId: id, count, preparedCount },
});

/** What an order delivered, as a file. */
function fileOf(offerId: number, items: readonly string[]): Response {
  const name = deliveryFileName(env.READY_ACCOUNTS_FILE, offerId);
  const text = `${JSON.stringify(items, null, 2)}\n`;
  return attachment(text, "text/plain; charset=utf-8", `filename="${name}"`);
}

/** An account that is a file. Its name is a seller's: it goes out in the form that takes any letter. */
function bytesOf(name: string, bytes: Buffer): Response {
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return attachment(new Uint8Array(bytes), "application/octet-stream", `filename*=UTF-8''${coded}`);
}

function attachment(body: string | Uint8Array<ArrayBuffer>, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; ${name}`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The site sells by the port of real accounts; sandboxes are for keys. */
export function makeReadyAccountRoutes(port: AccountPort): Route[] {
  return [
    route(listReadyServicesEndpoint, async (context) => {
      const services = await port.services({ ...context, ...onSite });
      return services.map((service) => readyServiceView(service, context.locale));
    }),
    route(listReadyOffersEndpoint, async (context) => {
      const offers = await port.offers({ ...context, ...onSite }, context.query.service);
      if (!offers) throw new AppError(readyAccountErrors.SERVICE_NOT_FOUND);
      return sectionsOf(offers);
    }),
    route(readyOfferInfoEndpoint, async (context) => {
      const { db, params, actor, locale } = context;
      const offer = await port.findOffer({ ...context, ...onSite }, params.id);
      if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
      const [result, preparing] =
        actor.kind === "user"
          ? [
              await findNewestDelivery(db, actor.userId, params.id),
              await findPreparing(db, actor.userId, params.id),
            ]
          : [null, null];
      return { ...offerInfoOf(offer, locale), result, preparing };
    }),
    route(buyReadyAccountsEndpoint, async (context) => {
      const { id, ...terms } = context.body;
      // Clients of the specification send no key.
      const idempotencyKey = context.idempotencyKey ?? `auto:${randomUUID()}`;
      const wish = { offerId: id, ...terms, idempotencyKey };
      const { orderId, items, replayed } = await port.buy(context, wish);
      const answer = items ?? progressOf(await getOrder(port, context, orderId));
      return reply(answer, { headers: replayHeader(replayed) });
    }),
    route(listAccountOrdersEndpoint, async (context) => {
      const { cursor = null, limit } = context.query;
      const found = await port.list(context, { states: null }, { beforeId: cursor, limit: limit + 1 });
      const orders = found.slice(0, limit);
      return { orders, nextCursor: found.length > limit ? String(orders.at(-1)?.id) : null };
    }),
    route(getAccountOrderEndpoint, (context) => getOrder(port, context, context.params.id)),
    route(claimAccountEndpoint, async (context) => {
      const { params, body, idempotencyKey } = context;
      const { replayed } = await port.claim(context, { orderId: params.id, ...body, idempotencyKey });
      return reply(await getOrder(port, context, params.id), { headers: replayHeader(replayed) });
    }),
    route(downloadAccountOrderEndpoint, async (context) => {
      refuseStrangers(context.request, context.actor);
      const { offerId, items } = await getOrder(port, context, context.params.id);
      if (!items) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
      return fileOf(offerId, items);
    }),
    route(downloadAccountFileEndpoint, async ({ db, actor, params, request }) => {
      refuseStrangers(request, actor);
      const found = await findPlaceFile(db, actor.userId, params.id, params.place);
      if (!found) throw new AppError(readyAccountErrors.ACCOUNT_PLACE_UNKNOWN);
      const { name, bytes } = await packUnit(found);
      return bytesOf(name, bytes);
    }),
  ];
}
