"use client";

import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceRows, type ServiceRowsProps } from "#features/catalogue/components/service-rows.tsx";
import { ServiceSearch } from "#features/catalogue/components/service-search.island.tsx";
import { useWideLayout } from "#features/site/site.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Nobody loads it who has not the wide layout. */
const ServiceColumn = lazy(() =>
  import("#features/catalogue/components/service-column.island.tsx").then((module) => ({
    default: module.ServiceColumn,
  })),
);

type ServicePickerProps = {
  popular: readonly PickableService[];
  selectedId: number;
  serviceCount: number;
  /** A service found by search was chosen; popular ones are links to their own page. */
  onSelect: (service: PickableService) => void;
  /** What stands below a service's name. */
  detailOf?: (service: PickableService) => ReactNode;
  /** What is chosen from; services for rent have no pages of their own, so there popular ones are chosen in place too. */
  list?: "service" | "rent";
};

/** Choice of a service: the twelve best known as links, all others by search; in the wide layout all of them in the column. */
export function ServicePicker({
  popular,
  selectedId,
  serviceCount,
  onSelect,
  detailOf,
  list = "service",
}: ServicePickerProps) {
  const t = useTranslations("catalogue.picker");
  const id = useId();
  const isWide = useWideLayout();
  const labelledBy = `${id}-label`;
  const rows = { services: popular, selectedId, detailOf, onSelect: list === "rent" ? onSelect : null };
  const best = <PopularServices labelledBy={labelledBy} {...rows} />;
  return (
    <div className="grid min-w-0 gap-3">
      <h2 id={labelledBy} className="font-semibold text-base max-lg:sr-only">
        {t("title")}
      </h2>
      <ServiceSearch list={list} detailOf={detailOf} onSelect={onSelect}>
        {isWide ? (
          <Suspense fallback={best}>
            <ServiceColumn labelledBy={labelledBy} list={list} {...rows} />
          </Suspense>
        ) : (
          best
        )}
      </ServiceSearch>
      {list === "rent" ? null : (
        <LocaleLink
          href="/services"
          className="touch inline-flex items-center font-medium text-link text-sm hover:underline"
        >
          {t("all", { count: formatNumber(serviceCount) })}
        </LocaleLink>
      )}
    </div>
  );
}

type PopularProps = ServiceRowsProps & { labelledBy: string };

/** A column on wide screens, a row of chips that scrolls on narrow ones. */
function PopularServices({ labelledBy, ...rows }: PopularProps) {
  return (
    <ul
      aria-labelledby={labelledBy}
      className="flex gap-2 overflow-x-auto p-0.5 max-lg:-mx-4 max-lg:px-4 lg:grid lg:gap-0.5"
    >
      <ServiceRows {...rows} />
    </ul>
  );
}
