import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import { type FiguresChoice, figuresQuery } from "#features/partners/figures/partner-figures.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** What is chosen, kept in the address as well: a reload and a link show the same. */
export function useFiguresChoice(
  initial: FiguresChoice,
): [FiguresChoice, (change: Partial<FiguresChoice>) => void] {
  const [choice, setChoice] = useState(initial);
  const change = (part: Partial<FiguresChoice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    window.history.replaceState(null, "", `${window.location.pathname}${figuresQuery(next)}`);
  };
  return [choice, change];
}

/** The figures of a choice; `initial` are those of `initialChoice` as the page was rendered. */
export function usePartnerFigures(
  choice: FiguresChoice,
  initialChoice: FiguresChoice,
  initial: PartnerFigures,
) {
  const { days, from, to, kind, by } = choice;
  return useQuery({
    queryKey: ["cabinet-statistics", choice],
    queryFn: () =>
      getJson<PartnerFigures>("cabinet/statistics", {
        params: { ...(days === 0 ? { from, to } : { days }), kind, by },
      }),
    ...(choice === initialChoice ? { initialData: initial } : {}),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
