"use client";

import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { type Currency, currencies } from "#features/site/appearance.rules.ts";
import { chooseCurrency, useCurrency } from "#features/site/site.client.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const symbols: Readonly<Record<Currency, string>> = { rub: "₽", usd: "$" };

/** Which currency is the big one on the page. Accounts are kept in roubles. */
export function CurrencyToggle({ locale }: { locale: Locale }) {
  const t = useTranslations("site.currency");
  const currency = useCurrency(locale);
  return (
    <fieldset className={cx(segmentedClasses, "currency-choice")}>
      <legend className="sr-only">{t("label")}</legend>
      {currencies.map((option) => (
        <Segment
          key={option}
          chosen={option === currency}
          onClick={() => chooseCurrency(option)}
          className="min-w-9 px-2"
        >
          <span aria-hidden="true">{symbols[option]}</span>
          <span className="sr-only">{t(option)}</span>
        </Segment>
      ))}
    </fieldset>
  );
}
