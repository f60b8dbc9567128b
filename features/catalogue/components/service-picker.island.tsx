"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { serviceSearchQuery, toPickable } from "#features/catalogue/catalogue.client.ts";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServiceName, ServiceResults } from "#features/catalogue/components/service-results.island.tsx";
import { siteTimers } from "#features/site/site.rules.ts";
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
  const [text, setText] = useState("");
  const [active, setActive] = useState(-1);
  const [isHurried, setHurried] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  const settled = useDebounced(wanted, siteTimers.serviceSearchDebounceMs);
  const search = isHurried ? wanted : settled;
  const query = useInfiniteQuery({ ...serviceSearchQuery(search, list), enabled: search.length > 0 });
  const isSettled = wanted === search && query.isSuccess;
  const items = isSettled ? query.data.pages.flatMap((page) => page.items.map(toPickable)) : [];

  const select = (service: PickableService) => {
    setText("");
    setActive(-1);
    setHurried(false);
    // Single keys of the page work again.
    box.current?.blur();
    onSelect(service);
  };
  const [first] = items;
  const take = useRef(select);
  take.current = select;
  // Enter was pressed before anything was found: what comes first is meant.
  useEffect(() => {
    if (isHurried && isSettled && first) take.current(first);
  }, [isHurried, isSettled, first]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[Math.max(active, 0)];
    if (step && items.length > 0) setActive((active + step + items.length) % items.length);
    else if (event.key === "Enter" && chosen) select(chosen);
    else if (event.key === "Enter" && wanted) setHurried(true);
    else if (event.key === "Escape" && text) setText("");
    else return;
    event.preventDefault();
  };

  return (
    <div className="grid min-w-0 gap-3">
      <h2 id={`${id}-label`} className="font-semibold text-base max-lg:sr-only">
        {t("title")}
      </h2>
      <IconInput
        ref={box}
        role="combobox"
        data-service-search
        aria-autocomplete="list"
        aria-expanded={wanted.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={t("placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        icon={<Search className="size-4" />}
        value={text}
        placeholder={t("placeholder")}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setHurried(false);
        }}
        onKeyDown={onKeyDown}
        trailing={
          text ? (
            <IconButton label={t("clear")} className="size-8" onClick={() => setText("")}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          ) : undefined
        }
      />
      {wanted ? (
        <ServiceResults
          id={id}
          search={wanted}
          items={items}
          detailOf={detailOf}
          active={active}
          state={query.isError ? "failed" : isSettled ? "ready" : "loading"}
          isLoadingMore={query.isFetchingNextPage}
          onNearEnd={() => query.hasNextPage && !query.isFetching && query.fetchNextPage()}
          onRetry={() => query.refetch()}
          onSelect={select}
        />
      ) : (
        <PopularServices
          labelledBy={`${id}-label`}
          popular={popular}
          detailOf={detailOf}
          selectedId={selectedId}
          onSelect={list === "rent" ? select : null}
        />
      )}
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

const linkClasses =
  "touch flex items-center gap-3 rounded-md border border-transparent px-2 py-1.5 text-sm hover:bg-sunken max-lg:border-line max-lg:bg-surface max-lg:pr-3";

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
          isChosen &&
            "border-accent bg-accent-soft font-semibold hover:bg-accent-soft max-lg:border-accent max-lg:bg-accent-soft",
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
