import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import type { ExportFormat, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import type { Filters, StatementBalance } from "#features/ledger/statement/statement.rules.ts";
import { useRefetchOfKept } from "#features/site/kept-earlier.client.ts";
import { useBalance } from "#features/site/visitor.client.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { downloadFile } from "#lib/api/download-file.ts";

/** Where a balance's statement is asked for, and how its file is called; `export` is below the path. */
const places: Readonly<Record<StatementBalance, { path: string; fileName: string }>> = {
  user: { path: "balance/history", fileName: "balance" },
  partner: { path: "cabinet/earnings/statement", fileName: "earnings" },
  store: { path: "store/statement", fileName: "store" },
};

/** Pages loaded up to which a movement of the balance reads them again by itself. */
const REFRESHED_PAGES = 3;

export type StatementOf = {
  readonly balance: StatementBalance;
  /** Version of a balance that is not the visitor's wallet, as somebody else follows it: that of the last movement. */
  readonly version?: number | undefined;
};

/**
 * The history page by page, captures told by their holds. `initial` is the first page of `initialFilters` as the page was
 * rendered. A movement of the balance brings the new line by itself.
 */
export function useHistory(
  { balance, version: followed }: StatementOf,
  filters: Filters,
  initialFilters: Filters,
  initial: StatementPage | null,
) {
  const { path } = places[balance];
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const { direction, kind, service, from, to } = filters;
  const isInitial = initial !== null && filters === initialFilters;
  const queryKey = ["statement", balance, filters, from || to ? timeZone : null];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      getJson<StatementPage>(path, {
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
    refetchOnMount: useRefetchOfKept(queryKey),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const wallet = useBalance().wallet?.version;
  const version = balance === "user" ? wallet : followed;
  // What is asked for now has everything up to now.
  const seen = useRef(initial === null ? (version ?? 0) : (initial.lines[0]?.version ?? 0));
  const pages = query.data?.pages.length ?? 0;
  useEffect(() => {
    if (version === undefined || version <= seen.current) return;
    seen.current = version;
    if (pages <= REFRESHED_PAGES) void client.invalidateQueries({ queryKey: ["statement", balance] });
  }, [client, balance, version, pages]);
  return query;
}

type ExportInput = {
  balance: StatementBalance;
  format: ExportFormat;
  from: string;
  to: string;
  timeZone: string;
};

/** Fetches the file and hands it to the browser to save. Throws ApiProblem. */
export function downloadExport({ balance, ...wish }: ExportInput): Promise<void> {
  const { path, fileName } = places[balance];
  return downloadFile(`${path}/export`, wish, `${fileName}-${wish.from}-${wish.to}.${wish.format}`);
}
