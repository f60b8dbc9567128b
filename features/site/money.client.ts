import { useLocale } from "next-intl";
import { use } from "react";
import { moneyTexts } from "#components/ui/money.tsx";
import { Rate } from "#components/ui/rated-money.island.tsx";
import { useCurrency } from "#features/site/site.client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/**
 * Amounts in kopecks for sentences: "$0,15 (12,50 ₽)", the visitor's currency first. `one` is the visitor's alone, for words on
 * a button or a chart's axis whose amount stands in both beside it. Without a rate both say roubles.
 */
export function useMoneyText() {
  const currency = useCurrency(localeFromTag(useLocale()));
  const rubPerUsd = use(Rate);
  const pairOf = (kopecks: number): readonly [string, string | null] => {
    const { rub, usd } = moneyTexts(kopecks, rubPerUsd);
    return usd !== null && currency === "usd" ? [usd, rub] : [rub, usd];
  };
  const both = (kopecks: number): string => {
    const [first, other] = pairOf(kopecks);
    return other === null ? first : `${first} (${other})`;
  };
  return { both, one: (kopecks: number): string => pairOf(kopecks)[0] };
}
