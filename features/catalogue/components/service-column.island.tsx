"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ServiceList, serviceSearchQuery, toPickable } from "#features/catalogue/catalogue.client.ts";
import type { ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { ServiceRows, type ServiceRowsProps } from "#features/catalogue/components/service-rows.tsx";
import { isNearEnd } from "#features/catalogue/near-end.client.ts";

const byId = (service: ServiceWire) => [service.id, toPickable(service)] as const;

type ServiceColumnProps = ServiceRowsProps & { labelledBy: string; list: ServiceList };

/** The wide layout's column: all services, those that can be bought first and more near its end; `services` until they are there. */
export function ServiceColumn({ labelledBy, list, services, ...rows }: ServiceColumnProps) {
  const query = useInfiniteQuery(serviceSearchQuery("", list));
  const pages = query.data?.pages;
  // Stock may move a service from one page to another between two calls.
  const found = pages && [...new Map(pages.flatMap(({ items }) => items.map(byId))).values()];
  const mayFetch = query.hasNextPage && !query.isFetching;
  return (
    <ul
      aria-labelledby={labelledBy}
      onScroll={({ currentTarget }) =>
        mayFetch && isNearEnd(currentTarget) && query.fetchNextPage({ cancelRefetch: false })
      }
      className="grid max-h-[calc(100dvh-17rem)] min-h-64 content-start gap-0.5 overflow-y-auto p-0.5 [scrollbar-width:thin]"
    >
      <ServiceRows {...rows} services={found ?? services} />
    </ul>
  );
}
