import { getMe } from "#features/identity/reads.ts";
import { exportHistoryEndpoint } from "#features/ledger/statement/contract.ts";
import { statementErrors } from "#features/ledger/statement/errors.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/gateway/writer.ts";
import { exportWriters } from "#features/ledger/statement/exports/gateway.ts";
import { type OpenedExport, openExport } from "#features/ledger/statement/exports/reads.ts";
import {
  addLines,
  balanceAfter,
  fileNameOf,
  isSameBalance,
  noTotals,
  pdfLinesMax,
} from "#features/ledger/statement/exports/rules.ts";
import type { StatementSources } from "#features/ledger/statement/reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type Route, route } from "#lib/api/route.ts";
import { now } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

/** Downloads under way in this process: one per user, and few that set type. It only keeps the process from being busy. */
const PDFS_AT_ONCE = 2;
const users = new Set<number>();
let pdfs = 0;

/** Takes a place for a download; answers what gives it back. Throws TOO_MANY_REQUESTS. */
function takePlace(userId: number, isPdf: boolean): () => void {
  if (users.has(userId) || (isPdf && pdfs >= PDFS_AT_ONCE)) {
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "10" } });
  }
  users.add(userId);
  if (isPdf) pdfs += 1;
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    users.delete(userId);
    if (isPdf) pdfs -= 1;
  };
}

/** A page of another site must not make a browser fetch somebody's history. HEAD would begin a file that nobody reads. */
function refuseStrangers(request: Request, actor: UserActor): void {
  if (request.method !== "GET") throw new AppError(apiErrors.METHOD_NOT_ALLOWED);
  if (actor.via === "session" && request.headers.get("sec-fetch-site") === "cross-site") {
    throw new AppError(apiErrors.FOREIGN_ORIGIN);
  }
}

/**
 * The file as it is read: one batch of lines in memory at a time, fetched when the client has taken the one before. A fault,
 * and sums that do not lead to the closing balance, break the download off.
 */
function streamOf(
  writer: ExportWriter,
  opened: OpenedExport,
  release: () => void,
): ReadableStream<Uint8Array> {
  const { batches, opening, closing } = opened;
  const end = () => {
    writer.close();
    release();
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let totals = noTotals;
    yield await writer.begin();
    for await (const lines of batches) {
      totals = addLines(totals, lines);
      yield await writer.add(lines);
    }
    if (!isSameBalance(balanceAfter(opening, totals), closing))
      throw new Error("a statement does not add up");
    yield await writer.end(totals);
  }
  const source = pieces();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          let next = await source.next();
          while (!next.done && next.value.byteLength === 0) next = await source.next();
          if (!next.done) return controller.enqueue(next.value);
          end();
          controller.close();
        } catch (error) {
          end();
          log.error({ error: String(error) }, "a statement could not be written");
          controller.error(error);
        }
      },
      async cancel() {
        end();
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Downloads of the statement; `sources` tell what its lines are about. */
export function makeExportRoutes(sources: StatementSources): Route[] {
  return [
    route(exportHistoryEndpoint, async ({ db, actor, query, locale: spoken, request }) => {
      refuseStrangers(request, actor);
      const { format, locale = spoken, ...period } = query;
      const release = takePlace(actor.userId, format === "pdf");
      try {
        const [me, opened] = await Promise.all([
          getMe(db, actor.userId),
          openExport(db, sources, { userId: actor.userId, locale, period }),
        ]);
        if (format === "pdf" && opened.linesCount > pdfLinesMax) {
          throw new AppError(statementErrors.TOO_MANY_LINES, { details: { lines: pdfLinesMax } });
        }
        const writer = exportWriters[format]({
          ...period,
          brand: env.BRAND_NAME,
          account: me.email,
          locale,
          madeAt: now().toISOString(),
          opening: opened.opening,
          closing: opened.closing,
          linesCount: opened.linesCount,
        });
        return new Response(streamOf(writer, opened, release), {
          headers: {
            "content-type": writer.contentType,
            "content-disposition": `attachment; filename="${fileNameOf(format, period.from, period.to)}"`,
            "cache-control": "private, no-store",
            "x-content-type-options": "nosniff",
          },
        });
      } catch (error) {
        release();
        throw error;
      }
    }),
  ];
}
