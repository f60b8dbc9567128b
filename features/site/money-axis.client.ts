import { useLocale } from "next-intl";
import { use } from "react";
import { Rate } from "#components/ui/rated-money.island.tsx";
import { useCurrency } from "#features/site/site.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** The axis of a chart of money in the visitor's currency: what one unit of it is in kopecks, and what a line of whole units says. */
export function useMoneyAxis() {
  const currency = useCurrency(localeFromTag(useLocale()));
  const rubPerUsd = use(Rate);
  const isDollars = currency === "usd" && rubPerUsd !== null;
  const unitKopecks = isDollars ? rubPerUsd * 100 : 100;
  const textOf = (kopecks: number): string => {
    const units = formatNumber(Math.round(kopecks / unitKopecks));
    return isDollars ? `$${units}` : `${units}\u00a0₽`;
  };
  return { unitKopecks, textOf };
}
