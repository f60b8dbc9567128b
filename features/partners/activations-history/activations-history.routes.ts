import {
  orderCells,
  orderHeaderCells,
} from "#features/partners/activations-history/activations-export.rules.ts";
import {
  exportPartnerOrdersEndpoint,
  listPartnerOrdersEndpoint,
  type PartnerOrder,
} from "#features/partners/activations-history/activations-history.contract.ts";
import {
  checkDays,
  readAllPartnerOrders,
  readPartnerOrders,
} from "#features/partners/activations-history/activations-history.reads.ts";
import { orderFileName } from "#features/partners/activations-history/activations-history.rules.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { route } from "#lib/api/route.ts";
import { downloadResponse, refuseStrangers, takeDownloadPlace } from "#lib/http/download.ts";
import { csvBytes } from "#lib/i18n/csv.ts";
import type { Locale } from "#lib/i18n/locales.ts";

async function* csvPieces(
  batches: AsyncGenerator<readonly PartnerOrder[]>,
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  yield csvBytes(locale, [orderHeaderCells(locale)], true);
  for await (const orders of batches) {
    yield csvBytes(
      locale,
      orders.map((order) => orderCells(order, locale)),
    );
  }
}

/** The orders on a partner's own numbers, and their file. */
export const activationsHistoryRoutes = [
  route(listPartnerOrdersEndpoint, async ({ db, actor, query, locale }) => {
    const { id: supplierId } = await requirePartnerSupplier(db, actor);
    const { cursor, limit, ...filters } = query;
    return readPartnerOrders(
      db,
      { userId: actor.userId, supplierId, locale, ...filters },
      { beforeId: cursor ?? null, limit },
    );
  }),
  route(exportPartnerOrdersEndpoint, async ({ db, actor, query, locale: spoken, request }) => {
    const { id: supplierId } = await requirePartnerSupplier(db, actor);
    refuseStrangers(request, actor);
    checkDays(query);
    const { locale = spoken, ...filters } = query;
    return downloadResponse({
      contentType: "text/csv; charset=utf-8",
      fileName: orderFileName(query),
      onEnd: takeDownloadPlace(actor.userId),
      pieces: csvPieces(
        readAllPartnerOrders(db, { userId: actor.userId, supplierId, locale, ...filters }),
        locale,
      ),
    });
  }),
];
