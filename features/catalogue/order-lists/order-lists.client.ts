import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRefetchOfKept } from "#features/site/kept-earlier.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

type OrderPagesProps<Filters, Page> = {
  /** The endpoint of the list. */
  path: string;
  filters: Filters;
  /** The filters that are set, as the API has them. */
  params: Record<string, string>;
  /** The page was rendered with these, and with `initial` as their first page. */
  initialFilters: Filters;
  initial: Page;
};

/** A list of orders page by page; the former lines stay until the ones of new filters are there. */
export function useOrderPages<Filters, Page extends { readonly nextCursor: string | null }>({
  path,
  filters,
  params,
  initialFilters,
  initial,
}: OrderPagesProps<Filters, Page>) {
  const queryKey = [path, filters];
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      getJson<Page>(path, { params: { ...params, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(filters === initialFilters ? { initialData: { pages: [initial], pageParams: [""] } } : {}),
    refetchOnMount: useRefetchOfKept(queryKey),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
