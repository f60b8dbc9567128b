import type { PartnerOrder } from "#features/partners/activations-history/activations-history.contract.ts";
import type { CsvCell } from "#lib/i18n/csv.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const columns = [
  ...["id", "date", "kind", "number", "service", "country"],
  ...["operator", "status", "reason", "sms", "wait", "earned"],
] as const;

/** The first line: names of the columns, with what they are measured in. */
export function orderHeaderCells(locale: Locale): CsvCell[] {
  return columns.map((name) => translateMessage(locale, `partners.history.file.${name}`));
}

/** A line for spreadsheets: what the page shows of an order. Moments (UTC) stand as `2026-11-30 14:05`. */
export function orderCells(order: PartnerOrder, locale: Locale): CsvCell[] {
  return [
    { number: order.id },
    order.at.slice(0, 16).replace("T", " "),
    translateMessage(locale, `partners.history.file.${order.kind}`),
    order.number,
    order.service.name,
    order.country.name,
    order.operator,
    translateMessage(locale, `partners.history.status.${order.status}`),
    order.reason === null ? "" : translateMessage(locale, `partners.history.reason.${order.reason}`),
    { number: order.sms },
    order.waitSeconds === null ? "" : { number: order.waitSeconds },
    { kopecks: order.earnedKopecks },
  ];
}
