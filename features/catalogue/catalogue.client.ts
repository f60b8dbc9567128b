import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CountryWire, ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { type PickableService, servicePageSize } from "#features/catalogue/catalogue.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";

/** All countries for sale in the page's language; asked once per visit. */
export const countriesQuery = queryOptions({
  queryKey: ["country"],
  queryFn: () =>
    getJson<CountryWire[]>("country", { params: { fields: "name,slug,icon,icon_id,external_id,popular" } }),
  staleTime: 3_600_000,
});

/** A service out of the API's answer, as the pickers hold it. */
export function toPickable(service: ServiceWire): PickableService {
  return { ...service, code: service.external_id };
}

/** One service by its id or the protocol's code; null when it is not for sale (or, in the list of rent, not rented out). */
export function oneServiceQuery(wanted: { id: number } | { code: string }, list: "service" | "rent") {
  return queryOptions({
    queryKey: [list, "one", wanted],
    queryFn: async (): Promise<PickableService | null> => {
      const params = "id" in wanted ? { ids: String(wanted.id) } : { search: wanted.code };
      const found = await getJson<ServiceWire[]>(list, { params });
      const isWanted = (service: ServiceWire) =>
        "id" in wanted ? service.id === wanted.id : service.external_id === wanted.code;
      return found.filter(isWanted).map(toPickable)[0] ?? null;
    },
    staleTime: 300_000,
  });
}

type ServicesPage = { items: ServiceWire[]; page: number; pageCount: number };

/** Services whose numbers are sold, those that are rented out, or all of the catalogue, which only the staff may read. */
export type ServiceList = "service" | "rent" | "desk/services";

/** Services of a list that match a search, page by page. */
export function serviceSearchQuery(search: string, list: ServiceList = "service") {
  return infiniteQueryOptions({
    queryKey: [list, "search", search],
    queryFn: async ({ pageParam }): Promise<ServicesPage> => {
      const params = { page: pageParam, "per-page": servicePageSize, ...(search ? { search } : {}) };
      const { data, headers } = await api.get<ServiceWire[]>(list, { params });
      return { items: data, page: pageParam, pageCount: Number(headers.get("x-pagination-page-count") ?? 1) };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.pageCount ? last.page + 1 : undefined),
    staleTime: 300_000,
  });
}
