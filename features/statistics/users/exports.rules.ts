import type { DetailRow } from "#features/statistics/users/users.reads.ts";
import type { CsvCell } from "#lib/i18n/csv.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const columns = [
  "day",
  "kind",
  "service",
  "country",
  "requests",
  "refused",
  "numbers",
  "waiting",
  "successes",
  "cancelled",
  "expired",
  "reported",
  "extensions",
  "accounts",
  "refundedAccounts",
  "captured",
  "returned",
  "spent",
  "delivery",
  "median",
] as const;

/** Texts of what was bought; `accounts` is a column of its own. */
const fileKinds = {
  activation: "activation",
  rental: "rental",
  accounts: "readyAccounts",
} as const;

/** The first line: names of the columns, with what they are measured in. */
export function headerCells(locale: Locale): CsvCell[] {
  return columns.map((name) => translateMessage(locale, `statistics.file.${name}`));
}

/** A line for spreadsheets. Days stand as 2026-11-30, which every language's spreadsheet knows; empty where there is no figure. */
export function rowCells(row: DetailRow, locale: Locale): CsvCell[] {
  const figure = (value: number | null): CsvCell => (value === null ? "" : { number: value });
  return [
    row.day,
    translateMessage(locale, `statistics.file.${fileKinds[row.kind]}`),
    row.service?.name ?? "",
    row.country?.name ?? "",
    ...[row.requests, row.refused, row.numbers, row.waiting, row.successes].map(figure),
    ...[row.cancelled, row.expired, row.reported, row.extensions].map(figure),
    ...[row.accounts, row.refundedAccounts].map(figure),
    { kopecks: row.capturedKopecks },
    { kopecks: row.returnedKopecks },
    { kopecks: row.spentKopecks },
    figure(row.deliveryPercent),
    figure(row.medianSeconds),
  ];
}

/** `statistics-2026-11-01-2026-11-30.csv`. */
export function fileNameOf(from: string, to: string): string {
  return `statistics-${from}-${to}.csv`;
}
