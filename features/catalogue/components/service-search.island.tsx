"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { type ServiceList, serviceSearchQuery, toPickable } from "#features/catalogue/catalogue.client.ts";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceResults } from "#features/catalogue/components/service-results.island.tsx";
import { siteTimers } from "#features/site/site.rules.ts";

type ServiceSearchProps = {
  /** What is searched. */
  list: ServiceList;
  onSelect: (service: PickableService) => void;
  /** What stands below a service's name. */
  detailOf: ((service: PickableService) => ReactNode) | undefined;
  /** Shown while nothing is typed. */
  children?: ReactNode;
};

/** A box that searches services, with what it found below it. */
export function ServiceSearch({ list, onSelect, detailOf, children }: ServiceSearchProps) {
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
  // The column has the answer to an empty search, which is nothing that was looked for here.
  const isSettled = wanted !== "" && wanted === search && query.isSuccess;
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
    <>
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
          onNearEnd={() => query.hasNextPage && query.fetchNextPage({ cancelRefetch: false })}
          onRetry={() => query.refetch()}
          onSelect={select}
        />
      ) : (
        children
      )}
    </>
  );
}
