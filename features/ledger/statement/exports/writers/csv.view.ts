import type { ExportHead } from "#features/ledger/statement/exports/exports.rules.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/writers/writer.view.ts";
import type { BalanceView, StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { type CsvCell as Cell, csvBytes } from "#lib/i18n/csv.ts";
import { formatDay, formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const COLUMNS = [
  "date",
  "number",
  "kind",
  "whatFor",
  "detail",
  "state",
  "reason",
  "amount",
  "change",
  "available",
  "held",
  "own",
  "movement",
] as const;

/** Spreadsheets: a row per movement between one for the opening and one for the closing balance. */
export function csvWriter(head: ExportHead): ExportWriter {
  const { locale, timeZone } = head;
  const word = (key: string) => translateMessage(locale, `ledger.document.${key}`);
  const day = (text: string) => formatDay(locale, new Date(`${text}T00:00:00Z`), "UTC");
  const bytes = (rows: Cell[][], isFirst = false) => Promise.resolve(csvBytes(locale, rows, isFirst));
  return {
    contentType: "text/csv; charset=utf-8",
    begin: () => bytes([COLUMNS.map(word), balanceRow(day(head.from), word("opening"), head.opening)], true),
    add: (lines) => bytes(lines.map((line) => lineRow(line, locale, timeZone))),
    end: () => bytes([balanceRow(day(head.to), word("closing"), head.closing)]),
    close: () => {},
  };
}

function balanceCells({ availableKopecks, heldKopecks, postedKopecks }: BalanceView): Cell[] {
  return [{ kopecks: availableKopecks }, { kopecks: heldKopecks }, { kopecks: postedKopecks }];
}

function balanceRow(day: string, words: string, balance: BalanceView): Cell[] {
  return [day, "", words, "", "", "", "", "", "", ...balanceCells(balance), ""];
}

function lineRow(line: StatementLine, locale: Locale, timeZone: string): Cell[] {
  return [
    formatMoment(locale, new Date(line.at), timeZone),
    line.number,
    line.kindText,
    line.subject?.title ?? "",
    line.subject?.detail ?? "",
    line.moveText,
    line.reasonText ?? "",
    { kopecks: line.amountKopecks },
    { kopecks: line.changeKopecks },
    ...balanceCells(line.after),
    String(line.id),
  ];
}
