import { getMe } from "#features/identity/identity.reads.ts";
import { exportWriters } from "#features/ledger/statement/exports/exports.gateway.ts";
import { type OpenedExport, openExport } from "#features/ledger/statement/exports/exports.reads.ts";
import {
  addLines,
  balanceAfter,
  fileNameOf,
  isSameBalance,
  noTotals,
  pdfLinesMax,
} from "#features/ledger/statement/exports/exports.rules.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/writers/writer.view.ts";
import { type ExportQuery, exportHistoryEndpoint } from "#features/ledger/statement/statement.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import type { StatementSources } from "#features/ledger/statement/statement.reads.ts";
import type { StatementBalance } from "#features/ledger/statement/statement.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type Route, route } from "#lib/api/route.ts";
import { now } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import {
  downloadResponse,
  refuseStrangers,
  takeDownloadPlace,
  tooManyDownloads,
} from "#lib/http/download.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Few at once set type in this process. */
const PDFS_AT_ONCE = 2;
let pdfs = 0;

/** Takes a place for a download; answers what gives it back. Throws TOO_MANY_REQUESTS. */
function takePlace(userId: number, isPdf: boolean): () => void {
  if (isPdf && pdfs >= PDFS_AT_ONCE) throw tooManyDownloads();
  const release = takeDownloadPlace(userId);
  if (!isPdf) return release;
  pdfs += 1;
  let isFree = false;
  return () => {
    release();
    if (!isFree) pdfs -= 1;
    isFree = true;
  };
}

/** The file as it is read: one batch of lines in memory at a time. Throws when the sums do not lead to the closing balance. */
async function* piecesOf(writer: ExportWriter, opened: OpenedExport): AsyncGenerator<Uint8Array> {
  let totals = noTotals;
  yield await writer.begin();
  for await (const lines of opened.batches) {
    totals = addLines(totals, lines);
    yield await writer.add(lines);
  }
  if (!isSameBalance(balanceAfter(opened.opening, totals), opened.closing))
    throw new Error("a statement does not add up");
  yield await writer.end(totals);
}

type ExportCall = {
  readonly db: Db;
  readonly actor: UserActor;
  readonly query: ExportQuery;
  readonly locale: Locale;
  readonly request: Request;
};

/**
 * The file of a balance of the caller's own. Throws PERIOD_REVERSED, PERIOD_TOO_LONG, TOO_MANY_LINES, TOO_MANY_REQUESTS and
 * FOREIGN_ORIGIN.
 */
export async function answerExport(
  { db, actor, query, locale: spoken, request }: ExportCall,
  balance: StatementBalance,
  sources: StatementSources,
): Promise<Response> {
  refuseStrangers(request, actor);
  const { format, locale = spoken, ...period } = query;
  const release = takePlace(actor.userId, format === "pdf");
  try {
    const [me, opened] = await Promise.all([
      getMe(db, actor.userId),
      openExport(db, sources, { userId: actor.userId, key: actor.key, balance, locale, period }),
    ]);
    if (format === "pdf" && opened.linesCount > pdfLinesMax) {
      throw new AppError(statementErrors.TOO_MANY_LINES, { details: { lines: pdfLinesMax } });
    }
    const writer = exportWriters[format]({
      ...period,
      balance,
      brand: env.BRAND_NAME,
      account: me.email,
      locale,
      madeAt: now().toISOString(),
      opening: opened.opening,
      closing: opened.closing,
      linesCount: opened.linesCount,
    });
    return downloadResponse({
      contentType: writer.contentType,
      fileName: fileNameOf(balance, query),
      pieces: piecesOf(writer, opened),
      onEnd: () => {
        writer.close();
        release();
      },
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** Downloads of the statement; `sources` tell what its lines are about. */
export function makeExportRoutes(sources: StatementSources): Route[] {
  return [route(exportHistoryEndpoint, (call) => answerExport(call, "user", sources))];
}
