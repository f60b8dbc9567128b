import { activationErrors } from "#features/activations/activations.errors.ts";
import { limitedGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { fileNameOf, headerCells, rowCells } from "#features/statistics/users/exports.rules.ts";
import {
  exportStatisticsEndpoint,
  readStatisticsEndpoint,
} from "#features/statistics/users/users.contract.ts";
import { findPeriod, readDetails, readStatistics } from "#features/statistics/users/users.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type Route, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { downloadResponse, refuseStrangers, takeDownloadPlace } from "#lib/http/download.ts";
import { csvPieces } from "#lib/i18n/csv.ts";

/** The figures are the account's: a key for some goods alone has no part in them. Throws KEY_NOT_FOR_THIS. */
function refuseLimitedKeys(actor: UserActor): void {
  if (limitedGoods(actor)) throw new AppError(activationErrors.KEY_NOT_FOR_THIS);
}

/** A user's own figures, and their file. */
export const statisticsRoutes: readonly Route[] = [
  route(readStatisticsEndpoint, async ({ db, actor, query, locale }) => {
    refuseLimitedKeys(actor);
    const { kind, by } = query;
    return readStatistics(db, { userId: actor.userId, kind, by, locale, ...(await findPeriod(db, query)) });
  }),
  route(exportStatisticsEndpoint, async ({ db, actor, query, locale: spoken, request }) => {
    refuseLimitedKeys(actor);
    refuseStrangers(request, actor);
    const { kind, locale = spoken } = query;
    const period = await findPeriod(db, query);
    return downloadResponse({
      contentType: "text/csv; charset=utf-8",
      fileName: fileNameOf(period.from, period.to),
      onEnd: takeDownloadPlace(actor.userId),
      pieces: csvPieces(
        locale,
        headerCells(locale),
        readDetails(db, { userId: actor.userId, kind, ...period }, locale),
        rowCells,
      ),
    });
  }),
];
