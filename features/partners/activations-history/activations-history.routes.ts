import { checkDays } from "#features/ledger/statement/periods.rules.ts";
import {
  orderCells,
  orderHeaderCells,
} from "#features/partners/activations-history/activations-export.rules.ts";
import {
  exportPartnerOrdersEndpoint,
  listPartnerOrdersEndpoint,
} from "#features/partners/activations-history/activations-history.contract.ts";
import {
  readAllPartnerOrders,
  readPartnerOrders,
} from "#features/partners/activations-history/activations-history.reads.ts";
import { historyFileName } from "#features/partners/activations-history/activations-history.rules.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { route } from "#lib/api/route.ts";
import { downloadResponse, refuseStrangers, takeDownloadPlace } from "#lib/http/download.ts";
import { csvPieces } from "#lib/i18n/csv.ts";

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
      fileName: historyFileName(query),
      onEnd: takeDownloadPlace(actor.userId),
      pieces: csvPieces(
        locale,
        orderHeaderCells(locale),
        readAllPartnerOrders(db, { userId: actor.userId, supplierId, locale, ...filters }),
        orderCells,
      ),
    });
  }),
];
