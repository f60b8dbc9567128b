"use client";

import { SearchX, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { DeadEndFrame } from "#features/pricing/dead-end.island.tsx";

type NoCountriesProps = {
  serviceId: number | null;
  serviceName: string;
  /** What was searched for; "" where the service has no country at all. */
  search: string;
  onClearSearch: () => void;
  /** What helps on. */
  children?: ReactNode;
};

/** The list of countries without a row: why, and where to go from here. */
export function NoCountries({ search, onClearSearch, children, ...service }: NoCountriesProps) {
  const t = useTranslations("pricing.list");
  const { serviceName } = service;
  return (
    <>
      {search === "" ? (
        <EmptyState icon={<Smartphone className="size-6" />} title={t("unavailable")}>
          {t("unavailableHint", { service: serviceName })}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<SearchX className="size-6" />}
          title={t("nothingFound", { text: search })}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={onClearSearch}>{t("clearSearch")}</Button>
              <LocaleLink
                href="/countries"
                className="touch inline-flex items-center px-3 font-medium text-link text-sm hover:underline"
              >
                {t("allCountries")}
              </LocaleLink>
            </div>
          }
        >
          {t("nothingFoundHint", { service: serviceName })}
        </EmptyState>
      )}
      <DeadEndFrame {...service} search={search}>
        {children}
      </DeadEndFrame>
    </>
  );
}
