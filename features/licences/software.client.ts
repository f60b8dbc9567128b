import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AgentSale, AgentStanding } from "#features/licences/agents/agents.contract.ts";
import type { Licence, LicenceProduct } from "#features/licences/licences.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

export const licencesKey = ["licences"] as const;

/** What can be bought. */
export const productsQuery = queryOptions({
  queryKey: [...licencesKey, "products"],
  queryFn: () => getJson<LicenceProduct[]>("licences/products"),
  staleTime: 30_000,
});

type LicencePage = { licences: Licence[]; nextCursor: string | null };

/** The own licences, page by page. */
export const licencesQuery = infiniteQueryOptions({
  queryKey: [...licencesKey, "own"],
  queryFn: ({ pageParam }) => getJson<LicencePage>("licences", { params: { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 10_000,
});

/** How the agent that looks stands. */
export const agentQuery = queryOptions({
  queryKey: [...licencesKey, "agent"],
  queryFn: () => getJson<AgentStanding>("licences/agent"),
  staleTime: 10_000,
});

type AgentSalePage = { sales: AgentSale[]; nextCursor: string | null };

/** What the agent that looks has sold, page by page. */
export const agentSalesQuery = infiniteQueryOptions({
  queryKey: [...licencesKey, "agent", "sales"],
  queryFn: ({ pageParam }) =>
    getJson<AgentSalePage>("licences/agent/sales", { params: { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 10_000,
});
