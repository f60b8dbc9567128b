import { getTranslations } from "next-intl/server";
import { displayRoubles } from "#components/ui/money.tsx";
import { loadRateOfToday } from "#features/pricing/pricing.loaders.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The rate behind every amount in dollars, and the day it is of; nothing while it is not today's any more. */
export async function RateLine({ locale }: { locale: Locale }) {
  const rate = await loadRateOfToday();
  if (!rate) return null;
  const t = await getTranslations({ locale, namespace: "pricing.rate" });
  const day = formatDay(locale, new Date(rate.day), "UTC");
  return (
    <p className="tabular" title={t("note")}>
      {t("line", { rate: displayRoubles(rate.rubPerUsd * 100), day })}
    </p>
  );
}
