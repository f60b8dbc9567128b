import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { answerOnce } from "#features/idempotency/idempotency.writes.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import { checkGoods } from "#features/ready-accounts/stock/goods.reads.ts";
import { accountOfferViews } from "#features/ready-accounts/stock/offer-views.reads.ts";
import {
  addOffer,
  editOffer,
  type OfferTerms,
  stepOffer,
} from "#features/ready-accounts/stock/offers.writes.ts";
import { listOffersWithStock } from "#features/ready-accounts/stock/stock.reads.ts";
import { addStock, keptReport, withdrawStock } from "#features/ready-accounts/stock/stock.writes.ts";
import { openUpload } from "#features/ready-accounts/stock/upload.gateway.ts";
import {
  addStoreOfferEndpoint,
  addStoreStockEndpoint,
  editStoreOfferEndpoint,
  listStoreOffersEndpoint,
  stepStoreOfferEndpoint,
  withdrawStoreStockEndpoint,
} from "#features/stores/offers/store-offers.contract.ts";
import { storeOfferLimits } from "#features/stores/offers/store-offers.rules.ts";
import { holdAgreedSeller, requireAgreedSeller, requireSeller } from "#features/stores/store.gate.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** Whether such accounts are in the catalogue and may be sold. Throws SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, policy's refusals. */
async function checkSaleOf(db: Db, { serviceId, countryId }: OfferTerms): Promise<void> {
  await checkGoods(db, { serviceId, countryId });
  const decision = await askPolicy(db, { serviceId, countryId, mode: "readyAccounts", channel: "site" });
  if (!decision.allowed) throw saleRefusal(decision);
}

/** The offers of a store and their stock: each call proves its owner, and offers of others are not there. */
export const storeOfferRoutes = [
  route(listStoreOffersEndpoint, async ({ db, actor, query, locale }) => {
    const sellerId = await requireSeller(db, actor);
    const filter = { state: query.state ?? null, before: query.before ?? null, sellerId };
    const found = await listOffersWithStock(db, filter, storeOfferLimits.pageSize + 1);
    const shown = found.slice(0, storeOfferLimits.pageSize);
    return { items: await accountOfferViews(db, shown, locale), hasMore: found.length > shown.length };
  }),
  route(addStoreOfferEndpoint, async (context) => {
    const sellerId = await requireAgreedSeller(context.db, context.actor);
    const { provenance, ...terms } = context.body;
    await checkSaleOf(context.db, terms);
    return answerKeyed(addStoreOfferEndpoint, context, (tx) => addOffer(tx, terms, { sellerId, provenance }));
  }),
  route(editStoreOfferEndpoint, async (context) => {
    const { db, params, actor, body } = context;
    const sellerId = await requireAgreedSeller(db, actor);
    const { provenance, ...terms } = body;
    await checkSaleOf(db, terms);
    return answerKeyed(editStoreOfferEndpoint, context, async (tx) => {
      await editOffer(tx, params.id, terms, { sellerId, provenance });
      return { id: params.id };
    });
  }),
  route(stepStoreOfferEndpoint, async (context) => {
    const { db, params, actor, body } = context;
    // Stopping takes no rules: it may be what the seller does who does not agree to them.
    const sellerId = await (body.step === "stop" ? requireSeller : requireAgreedSeller)(db, actor);
    return answerKeyed(stepStoreOfferEndpoint, context, async (tx) => {
      if (body.step !== "stop") await holdAgreedSeller(tx, actor);
      await stepOffer(tx, params.id, body.step, sellerId);
      return { id: params.id };
    });
  }),
  route(addStoreStockEndpoint, async ({ db, params, actor, body, idempotencyKey }) => {
    const sellerId = await requireAgreedSeller(db, actor);
    const { format, text, expiresAt, skipsRefused } = body;
    const content = await openUpload(body);
    // The list is known to the key by a keyed hash: it holds secrets.
    const list = keyedHash("ready-accounts upload", text).toString("hex");
    const operation = addStoreStockEndpoint.id;
    const hash = inputHash(operation, params.id, format, list, expiresAt, skipsRefused);
    const { answer, isReplayed } = await answerOnce(
      db,
      { actor, idempotencyKey, operation, inputHash: hash },
      (tx) =>
        addStock(tx, {
          ...content,
          ...{ offerId: params.id, skipsRefused, actorId: actor.userId, sellerId },
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        }),
      keptReport,
    );
    return reply(answer, { headers: replayHeader(isReplayed) });
  }),
  route(withdrawStoreStockEndpoint, async (context) => {
    const sellerId = await requireSeller(context.db, context.actor);
    return answerKeyed(withdrawStoreStockEndpoint, context, async (tx) => ({
      withdrawnCount: await withdrawStock(tx, context.params.id, sellerId),
    }));
  }),
];
