import type { ActivationView } from "#features/activations/activations.contract.ts";
import type { CsvCell } from "#lib/i18n/csv.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const columns = [
  "id",
  "date",
  "number",
  "service",
  "country",
  "operator",
  "status",
  "codes",
  "price",
  "paid",
] as const;

/** The first line: names of the columns, with what they are measured in. */
export function numberHeaderCells(locale: Locale): CsvCell[] {
  return columns.map((name) => translateMessage(locale, `activations.file.${name}`));
}

/** A line for spreadsheets: what the page shows of a number. Moments (UTC) stand as `2026-11-30 14:05`. */
export function numberCells(view: ActivationView, locale: Locale): CsvCell[] {
  const codes = view.messages.flatMap(({ code, text }) => code ?? text ?? []);
  return [
    { number: view.id },
    view.requestedAt.slice(0, 16).replace("T", " "),
    view.number ?? "",
    view.service.name,
    view.country.name,
    view.operator === "any" ? "" : view.operator,
    translateMessage(locale, `activations.profile.state.${view.state}`),
    codes.toReversed().join(" | "),
    { kopecks: view.priceKopecks },
    { kopecks: view.money === "captured" ? view.priceKopecks : 0 },
  ];
}
