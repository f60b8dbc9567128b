import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CABINET, CABINET_LIVE_MS } from "#features/partners/cabinet/cabinet.client.ts";
import type { SimCardPage } from "#features/partners/sim-cards/sim-cards.contract.ts";
import { type SimCardChoice, simCardQuery } from "#features/partners/sim-cards/sim-cards.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** What is chosen, kept in the address as well: a reload and a link show the same. */
export function useSimCardChoice(
  initial: SimCardChoice,
): [SimCardChoice, (change: Partial<SimCardChoice>) => void] {
  const [choice, setChoice] = useState(initial);
  const change = (part: Partial<SimCardChoice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    window.history.replaceState(null, "", `${window.location.pathname}${simCardQuery(next)}`);
  };
  return [choice, change];
}

/** The partner's numbers by pages; `initial` is the first page of `initialChoice` as the page was rendered. */
export function useSimCards(choice: SimCardChoice, initialChoice: SimCardChoice, initial: SimCardPage) {
  const { search, country, state } = choice;
  const params = { ...(search && { search }), ...(country && { country }), ...(state && { state }) };
  const isInitial = simCardQuery(choice) === simCardQuery(initialChoice);
  return useInfiniteQuery({
    queryKey: [CABINET, "numbers", params],
    queryFn: ({ pageParam }) =>
      getJson<SimCardPage>("cabinet/numbers", {
        params: { ...params, ...(pageParam === null ? {} : { after: pageParam }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? (page.items.at(-1)?.number ?? null) : null),
    ...(isInitial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 3 ? false : CABINET_LIVE_MS),
  });
}
