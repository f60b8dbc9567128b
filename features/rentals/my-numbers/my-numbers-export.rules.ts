import type { MyNumber } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { rentalTotalKopecks } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import type { CsvCell } from "#lib/i18n/csv.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const columns = [
  "id",
  "kind",
  "date",
  "number",
  "service",
  "country",
  "operator",
  "status",
  "codes",
  "hours",
  "price",
  "paid",
] as const;

/** The first line: names of the columns, with what they are measured in. */
export function numberHeaderCells(locale: Locale): CsvCell[] {
  return columns.map((name) => translateMessage(locale, `activations.file.${name}`));
}

/** A line for spreadsheets: what the page shows of a number. Moments (UTC) stand as `2026-11-30 14:05`. */
export function numberCells(view: MyNumber, locale: Locale): CsvCell[] {
  const isRental = view.kind === "rental";
  const codes = view.messages.flatMap(({ code, text }) => code ?? text ?? []);
  const kopecks = isRental ? rentalTotalKopecks(view) : view.priceKopecks;
  const state = isRental ? `rentals.mine.state.${view.state}` : `activations.profile.state.${view.state}`;
  return [
    { number: view.id },
    translateMessage(locale, `activations.file.${view.kind}`),
    view.requestedAt.slice(0, 16).replace("T", " "),
    view.number ?? "",
    view.service.name,
    view.country.name,
    view.operator === "any" ? "" : view.operator,
    translateMessage(locale, state),
    codes.toReversed().join(" | "),
    isRental ? { number: view.hours } : "",
    { kopecks },
    { kopecks: view.money === "captured" ? kopecks : 0 },
  ];
}
