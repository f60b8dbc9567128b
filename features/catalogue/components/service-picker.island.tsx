"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServiceName } from "#features/catalogue/components/service-results.island.tsx";
import { ServiceSearch } from "#features/catalogue/components/service-search.island.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

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

/** Choice of a service: the twelve best known as links, all others by search. */
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
  return (
    <div className="grid min-w-0 gap-3">
      <h2 id={`${id}-label`} className="font-semibold text-base max-lg:sr-only">
        {t("title")}
      </h2>
      <ServiceSearch list={list} detailOf={detailOf} onSelect={onSelect}>
        <PopularServices
          labelledBy={`${id}-label`}
          popular={popular}
          detailOf={detailOf}
          selectedId={selectedId}
          onSelect={list === "rent" ? onSelect : null}
        />
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

const linkClasses = "touch flex items-center gap-3 rounded-md border px-2 py-1.5 text-sm max-lg:pr-3";

/** A column on wide screens, a row of chips that scrolls on narrow ones. */
function PopularServices({
  labelledBy,
  popular,
  detailOf,
  selectedId,
  onSelect,
}: {
  labelledBy: string;
  popular: readonly PickableService[];
  detailOf: ((service: PickableService) => ReactNode) | undefined;
  selectedId: number;
  /** Chooses in place; null = each is a link to its page. */
  onSelect: ((service: PickableService) => void) | null;
}) {
  return (
    <ul
      aria-labelledby={labelledBy}
      className="flex gap-2 overflow-x-auto p-0.5 max-lg:-mx-4 max-lg:px-4 lg:grid lg:gap-0.5"
    >
      {popular.map((service) => {
        const isChosen = service.id === selectedId;
        const content = (
          <>
            <ServiceMark icon={service.icon} name={service.name} size="sm" />
            <ServiceName service={service} detailOf={detailOf} className="max-lg:max-w-52" />
          </>
        );
        const className = cx(
          linkClasses,
          isChosen
            ? "border-accent bg-accent-soft font-semibold"
            : "border-transparent hover:bg-sunken max-lg:border-line max-lg:bg-surface",
        );
        return (
          <li key={service.id} className="max-lg:shrink-0">
            {onSelect ? (
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onSelect(service)}
                className={cx(className, "w-full text-left")}
              >
                {content}
              </button>
            ) : (
              <LocaleLink
                href={`/${service.slug}`}
                scroll={false}
                aria-current={isChosen ? "true" : undefined}
                className={className}
              >
                {content}
              </LocaleLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
