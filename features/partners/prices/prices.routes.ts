import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import {
  changePricesEndpoint,
  listPricesEndpoint,
  previewPricesEndpoint,
  setPricesEndpoint,
} from "#features/partners/prices/prices.contract.ts";
import { listPriceRows, previewBulk } from "#features/partners/prices/prices.reads.ts";
import { changePartnerPrices, setPartnerPrices } from "#features/partners/prices/prices.writes.ts";
import { route } from "#lib/api/route.ts";

/** The partner's prices; each call reaches the partner's own supplier alone. */
export const priceRoutes = [
  route(listPricesEndpoint, async ({ db, actor, query, locale }) => {
    const { id } = await requirePartnerSupplier(db, actor);
    return listPriceRows(db, id, { ...query, locale });
  }),
  route(setPricesEndpoint, async (context) => {
    const { db, actor, ip, body } = context;
    const supplier = await requirePartnerSupplier(db, actor);
    const catalogue = await readCatalogue(db);
    return answerKeyed(setPricesEndpoint, context, async (tx) => ({
      changed: await setPartnerPrices(tx, catalogue, { userId: actor.userId, supplier, ip }, body.prices),
    }));
  }),
  route(previewPricesEndpoint, async ({ db, actor, query }) => {
    const { id } = await requirePartnerSupplier(db, actor);
    return previewBulk(db, id, query);
  }),
  route(changePricesEndpoint, async (context) => {
    const { db, actor, ip, body } = context;
    const supplier = await requirePartnerSupplier(db, actor);
    const catalogue = await readCatalogue(db);
    return answerKeyed(changePricesEndpoint, context, (tx) =>
      changePartnerPrices(tx, catalogue, { userId: actor.userId, supplier, ip }, body),
    );
  }),
];
