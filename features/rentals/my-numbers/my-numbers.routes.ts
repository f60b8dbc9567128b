import { checkDays } from "#features/ledger/statement/periods.rules.ts";
import {
  exportMyNumbersEndpoint,
  listMyNumbersEndpoint,
} from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { readAllMyNumbers, readMyNumbers } from "#features/rentals/my-numbers/my-numbers.reads.ts";
import { numbersFileName } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { numberCells, numberHeaderCells } from "#features/rentals/my-numbers/my-numbers-export.rules.ts";
import { route } from "#lib/api/route.ts";
import { downloadResponse, refuseStrangers, takeDownloadPlace } from "#lib/http/download.ts";
import { csvPieces } from "#lib/i18n/csv.ts";

/** Every number of an account, and their file. */
export const myNumbersRoutes = [
  route(listMyNumbersEndpoint, ({ db, actor, query: { cursor, limit, ...filters }, locale }) =>
    readMyNumbers(db, actor, { locale, ...filters }, { place: cursor ?? null, limit }),
  ),
  route(exportMyNumbersEndpoint, async ({ db, actor, query, locale: spoken, request }) => {
    refuseStrangers(request, actor);
    checkDays(query);
    const { locale = spoken, ...filters } = query;
    return downloadResponse({
      contentType: "text/csv; charset=utf-8",
      fileName: numbersFileName(query),
      onEnd: takeDownloadPlace(actor.userId),
      pieces: csvPieces(
        locale,
        numberHeaderCells(locale),
        readAllMyNumbers(db, actor, { locale, ...filters }),
        numberCells,
      ),
    });
  }),
];
