import type {
  BalanceView,
  ExportFormat,
  StatementLine,
} from "#features/ledger/statement/statement.contract.ts";
import { heldChange, type StatementBalance } from "#features/ledger/statement/statement.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { addKopecks, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Lines read at once; what is in memory of a download at any time. */
export const batchLines = 500;

/** So many lines a PDF holds, some 700 pages. */
export const pdfLinesMax = 20_000;

/** What stands above the lines. Texts and moments are ready to be shown. */
export type ExportHead = {
  readonly balance: StatementBalance;
  readonly brand: string;
  readonly account: string;
  readonly locale: Locale;
  readonly timeZone: string;
  /** Days, both included, as asked for. */
  readonly from: string;
  readonly to: string;
  readonly madeAt: string;
  readonly opening: BalanceView;
  readonly closing: BalanceView;
  readonly linesCount: number;
};

/** Sums over the lines, in whole kopecks. */
export type Totals = {
  readonly receivedKopecks: Kopecks;
  readonly refundedKopecks: Kopecks;
  readonly heldKopecks: Kopecks;
  readonly takenKopecks: Kopecks;
  /** Captured: paid out of what was held. Changes nothing that can be spent. */
  readonly paidKopecks: Kopecks;
};

const zero = kopecks(0);
export const noTotals: Totals = {
  receivedKopecks: zero,
  refundedKopecks: zero,
  heldKopecks: zero,
  takenKopecks: zero,
  paidKopecks: zero,
};

/** What waits has come in and is held; what is free again was held before. */
const totalsOf: Readonly<Record<StatementLine["move"], readonly (keyof Totals)[]>> = {
  in: ["receivedKopecks"],
  give_back: ["refundedKopecks"],
  hold: ["heldKopecks"],
  out: ["takenKopecks"],
  capture: ["paidKopecks"],
  wait: ["receivedKopecks", "heldKopecks"],
  release: ["refundedKopecks"],
  reverse: ["paidKopecks"],
};

/** The sums with further lines. */
export function addLines(totals: Totals, lines: readonly StatementLine[]): Totals {
  const sums: Record<keyof Totals, Kopecks> = { ...totals };
  for (const { move, amountKopecks } of lines) {
    for (const total of totalsOf[move]) sums[total] = addKopecks(sums[total], kopecks(amountKopecks));
  }
  return sums;
}

/** Where the sums lead from a balance; a statement that proves itself ends at its closing balance. */
export function balanceAfter(opening: BalanceView, totals: Totals): BalanceView {
  const { receivedKopecks, refundedKopecks, heldKopecks, takenKopecks, paidKopecks } = totals;
  const availableKopecks =
    opening.availableKopecks + receivedKopecks + refundedKopecks - heldKopecks - takenKopecks;
  const held = opening.heldKopecks + heldKopecks - refundedKopecks - paidKopecks;
  return { postedKopecks: availableKopecks + held, heldKopecks: held, availableKopecks };
}

/** Do the lines follow each other and the balance before them, to the kopeck? */
export function isUnbroken(before: BalanceView, lines: readonly StatementLine[]): boolean {
  let { availableKopecks, heldKopecks } = before;
  for (const { move, amountKopecks, changeKopecks, after } of lines) {
    availableKopecks += changeKopecks;
    heldKopecks += heldChange(move, amountKopecks);
    if (after.availableKopecks !== availableKopecks || after.heldKopecks !== heldKopecks) return false;
    if (after.postedKopecks !== availableKopecks + heldKopecks) return false;
  }
  return true;
}

export function isSameBalance(a: BalanceView, b: BalanceView): boolean {
  return (
    a.postedKopecks === b.postedKopecks &&
    a.heldKopecks === b.heldKopecks &&
    a.availableKopecks === b.availableKopecks
  );
}

const fileNames = { user: "balance", partner: "earnings", store: "store" } as const;

/** `balance-2026-11-01-2026-11-30.csv`. */
export function fileNameOf(
  balance: StatementBalance,
  { format, from, to }: { format: ExportFormat; from: string; to: string },
): string {
  return `${fileNames[balance]}-${from}-${to}.${format}`;
}
