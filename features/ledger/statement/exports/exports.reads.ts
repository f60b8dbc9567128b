import type { Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import { batchLines, isUnbroken } from "#features/ledger/statement/exports/exports.rules.ts";
import {
  countLines,
  emptyBalance,
  findStretch,
  getBalanceAfter,
  type StatementHolder,
  type Stretch,
} from "#features/ledger/statement/histories.reads.ts";
import type { BalanceView, StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { listLinesForward, type StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { daysBetween, limits } from "#features/ledger/statement/statement.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type ExportPeriod = { readonly from: string; readonly to: string; readonly timeZone: string };

export type OpenedExport = {
  readonly opening: BalanceView;
  readonly closing: BalanceView;
  readonly linesCount: number;
  /** The lines, oldest first, some hundred at a time. Rows never change, so pages read one after the other fit together. */
  readonly batches: AsyncGenerator<StatementLine[]>;
};

/** Throws PERIOD_REVERSED and PERIOD_TOO_LONG. */
function checkPeriod({ from, to }: ExportPeriod): void {
  const days = daysBetween(from, to);
  if (days < 1) throw new AppError(statementErrors.PERIOD_REVERSED);
  if (days > limits.exportDays) {
    throw new AppError(statementErrors.PERIOD_TOO_LONG, { details: { days: limits.exportDays } });
  }
}

/** A balance's statement of a period for a file. What came after the call is not in it. */
export async function openExport(
  db: Db,
  sources: StatementSources,
  ask: StatementHolder & { locale: Locale; period: ExportPeriod },
): Promise<OpenedExport> {
  checkPeriod(ask.period);
  const stretch = await findStretch(db, ask, ask.period);
  if (!stretch) return { opening: emptyBalance, closing: emptyBalance, linesCount: 0, batches: noBatches() };
  const { first, last } = stretch;
  const [opening, closing] = await Promise.all([
    getBalanceAfter(db, stretch, first - 1),
    getBalanceAfter(db, stretch, Math.max(last, first - 1)),
  ]);
  return {
    opening,
    closing,
    linesCount: countLines(stretch),
    batches: readBatches(db, sources, stretch, ask, opening),
  };
}

async function* noBatches(): AsyncGenerator<StatementLine[]> {}

/** Every batch is proven against the balance before it: a file that does not add up is broken off, not handed out. */
async function* readBatches(
  db: Db,
  sources: StatementSources,
  stretch: Stretch,
  ask: Holder & { locale: Locale },
  opening: BalanceView,
): AsyncGenerator<StatementLine[]> {
  const { accountId, first, last } = stretch;
  let before = opening;
  for (let version = first; version <= last; version += batchLines) {
    const upTo = Math.min(last, version + batchLines - 1);
    const lines = await listLinesForward(
      db,
      sources,
      { ...stretch, first: version, last: upTo },
      { ...ask, limit: batchLines },
    );
    if (lines.length !== upTo - version + 1 || !isUnbroken(before, lines)) {
      throw new Error(`the history of account ${accountId} does not add up after version ${version - 1}`);
    }
    before = lines.at(-1)?.after ?? before;
    yield lines;
  }
}
