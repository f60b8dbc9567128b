import { useLocale, useTranslations } from "next-intl";
import { formatDay, formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Stands where there is no figure. */
const NONE = "—";

/** "66,7%", or a dash without a figure. */
export function percentText(percent: number | null): string {
  return percent === null ? NONE : `${formatNumber(percent, 1)}%`;
}

/** "14 s", "2 min 5 s", "3 h 10 min", or a dash without a figure. */
export function waitText(
  t: ReturnType<typeof useTranslations<"statistics.time">>,
  seconds: number | null,
): string {
  if (seconds === null) return NONE;
  if (seconds < 60) return t("seconds", { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("minutes", { minutes, seconds: seconds % 60 });
  return t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** "11-30-2026" of a day (UTC) in the page's language. */
export function useDayText(): (day: string) => string {
  const locale = localeFromTag(useLocale());
  return (day) => formatDay(locale, new Date(`${day}T00:00:00Z`), "UTC");
}

/** The days (UTC) that a bar of a chart stands for, in words: one day, or a week from its first to its last. */
export function usePeriodText(): (period: { readonly from: string; readonly to: string }) => string {
  const t = useTranslations("statistics.chart");
  const dayText = useDayText();
  return ({ from, to }) =>
    from === to ? dayText(from) : t("week", { from: dayText(from), to: dayText(to) });
}
