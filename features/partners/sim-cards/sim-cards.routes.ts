import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import {
  holdSimCardsEndpoint,
  importSimCardsEndpoint,
  listSimCardsEndpoint,
  releaseSimCardsEndpoint,
} from "#features/partners/sim-cards/sim-cards.contract.ts";
import { listSimCards } from "#features/partners/sim-cards/sim-cards.reads.ts";
import { importSimCards, stepSimCards } from "#features/partners/sim-cards/sim-cards.writes.ts";
import { countLines, importLimits, readNumberFile } from "#features/supply/inventory/number-import.rules.ts";
import { holdSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** A partner's own numbers: each call proves the partner, and numbers of others are not there. */
export const simCardRoutes = [
  route(listSimCardsEndpoint, async ({ db, actor, query, locale }) => {
    const { id: supplierId } = await requirePartnerSupplier(db, actor);
    return listSimCards(db, { userId: actor.userId, supplierId }, query, locale);
  }),
  route(holdSimCardsEndpoint, async (context) => {
    const { id } = await requirePartnerSupplier(context.db, context.actor);
    const { numbers } = context.body;
    return answerKeyed(holdSimCardsEndpoint, context, (tx) => stepSimCards(tx, id, "hold", numbers));
  }),
  route(releaseSimCardsEndpoint, async (context) => {
    const { id } = await requirePartnerSupplier(context.db, context.actor);
    const { numbers } = context.body;
    return answerKeyed(releaseSimCardsEndpoint, context, (tx) => stepSimCards(tx, id, "release", numbers));
  }),
  route(importSimCardsEndpoint, async (context) => {
    const { db, actor, body } = context;
    const { id, code } = await requirePartnerSupplier(db, actor);
    const lines = countLines(body.text);
    if (lines > importLimits.lines + 1) {
      throw new AppError(partnerErrors.PARTNER_IMPORT_TOO_LONG, { details: { max: importLimits.lines } });
    }
    const file = readNumberFile(body.text, body.country ?? null);
    const catalogue = await readCatalogue(db);
    return answerKeyed(importSimCardsEndpoint, context, async (tx) => {
      await holdSupplier(tx, code);
      return importSimCards(tx, id, catalogue, file);
    });
  }),
];
