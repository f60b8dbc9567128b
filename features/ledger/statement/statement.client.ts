import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ExportFormat, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import type { Filters } from "#features/ledger/statement/statement.rules.ts";
import { useBalance } from "#features/site/visitor.client.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { downloadFile } from "#lib/api/download-file.ts";

const neverChanges = () => () => {};

/** The visitor's time zone; UTC on the server, and so in the first picture of the page. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

const historyKey = ["balance-history"] as const;

/** Pages loaded up to which a movement of the balance reads them again by itself. */
const REFRESHED_PAGES = 3;

/**
 * The history page by page, captures told by their holds. `initial` is the first page of `initialFilters` as the page was
 * rendered. A movement of the balance brings the new line by itself.
 */
export function useHistory(filters: Filters, initialFilters: Filters, initial: StatementPage | null) {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const { direction, kind, service, from, to } = filters;
  const isInitial = initial !== null && filters === initialFilters;
  const query = useInfiniteQuery({
    queryKey: [...historyKey, filters, from || to ? timeZone : null],
    queryFn: ({ pageParam }) =>
      getJson<StatementPage>("balance/history", {
        params: {
          direction,
          captures: "inside",
          timeZone,
          ...(kind && { kind }),
          ...(service && { service }),
          ...(from && { from }),
          ...(to && { to }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(isInitial ? { initialData: { pages: [initial], pageParams: [""] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const version = useBalance().wallet?.version;
  const seen = useRef(initial?.lines[0]?.version ?? 0);
  const pages = query.data?.pages.length ?? 0;
  useEffect(() => {
    if (version === undefined || version <= seen.current) return;
    seen.current = version;
    if (pages <= REFRESHED_PAGES) void client.invalidateQueries({ queryKey: historyKey });
  }, [client, version, pages]);
  return query;
}

export type ExportInput = { format: ExportFormat; from: string; to: string; timeZone: string };

/** Fetches the file and hands it to the browser to save. Throws ApiProblem. */
export function downloadExport(wish: ExportInput): Promise<void> {
  return downloadFile("balance/history/export", wish, `balance-${wish.from}-${wish.to}.${wish.format}`);
}
