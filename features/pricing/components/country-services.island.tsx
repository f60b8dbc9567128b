"use client";

import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** A service that has numbers of the country. */
type CountryService = {
  id: number;
  name: string;
  slug: string;
  icon: string | null;
  priceKopecks: number;
  count: number;
};

type CountryServicesProps = {
  services: readonly CountryService[];
  countrySlug: string;
  rubPerUsd: number | null;
};

/**
 * Services of a country with their prices; each leads to the number selection with both chosen. Made of its figures in the browser too:
 * three hundred finished rows would double the page.
 */
export function CountryServices({ services, countrySlug, rubPerUsd }: CountryServicesProps) {
  const t = useTranslations("pricing.list");
  const locale = localeFromTag(useLocale());
  return (
    <ul data-plain-links="" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {services.map(({ id, name, slug, icon, priceKopecks, count }) => (
        <li key={id} className="min-w-0 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
          <a
            href={localizedPath(locale, `/${slug}?country=${countrySlug}`)}
            className="flex min-h-16 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 hover:border-line-strong"
          >
            <ServiceMark icon={icon} name={name} />
            <span className="min-w-0 flex-1">
              <span className="block break-words font-medium">{name}</span>
              <span className="tabular block text-muted text-sm">
                {t("count", { count, shown: formatNumber(count) })}
              </span>
            </span>
            <Money
              kopecks={priceKopecks}
              rubPerUsd={rubPerUsd}
              className="font-semibold max-sm:flex-col max-sm:items-end max-sm:gap-0"
            />
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
          </a>
        </li>
      ))}
    </ul>
  );
}
