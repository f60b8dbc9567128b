import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useRefetchOfKept } from "#features/site/kept-earlier.client.ts";
import { useBalance } from "#features/site/visitor.client.ts";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { type Choice, choiceQuery } from "#features/statistics/users/users.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { downloadFile } from "#lib/api/download-file.ts";

/** What is chosen, kept in the address as well: a reload and a link show the same. */
export function useChoice(initial: Choice): [Choice, (change: Partial<Choice>) => void] {
  const [choice, setChoice] = useState(initial);
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    window.history.replaceState(null, "", `${window.location.pathname}${choiceQuery(next)}`);
  };
  return [choice, change];
}

const statisticsKey = ["statistics"] as const;

/** The period and kind of a choice as the API wants them. */
function periodParams({ days, from, to, kind }: Choice): Record<string, string | number> {
  return { ...(days === 0 ? { from, to } : { days }), kind };
}

/**
 * The figures of a choice; `initial` are those of `initialChoice` as the page was rendered. Purchases, codes and refunds move the
 * balance, and so bring new figures by themselves.
 */
export function useStatistics(choice: Choice, initialChoice: Choice, initial: StatisticsView) {
  const client = useQueryClient();
  const queryKey = [...statisticsKey, choice];
  const query = useQuery({
    queryKey,
    queryFn: () =>
      getJson<StatisticsView>("statistics", { params: { ...periodParams(choice), by: choice.by } }),
    ...(choice === initialChoice ? { initialData: initial } : {}),
    refetchOnMount: useRefetchOfKept(queryKey),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const version = useBalance().wallet?.version;
  const seen = useRef(version);
  useEffect(() => {
    if (version === undefined || version === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = version;
    if (!isFirst) void client.invalidateQueries({ queryKey: statisticsKey });
  }, [client, version]);
  return query;
}

/** Fetches the figures of a period in their finest rows as a file. Throws ApiProblem. */
export function downloadStatistics(choice: Choice, { from, to }: StatisticsView): Promise<void> {
  return downloadFile("statistics/export", periodParams(choice), `statistics-${from}-${to}.csv`);
}
