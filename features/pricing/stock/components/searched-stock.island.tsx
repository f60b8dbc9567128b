"use client";

import { useQuery } from "@tanstack/react-query";
import { StockLine } from "#features/pricing/stock/components/stock-line.tsx";
import { stockQuery } from "#features/pricing/stock/stock.client.ts";

type SearchedStockProps = {
  /** The service's, in the catalogue. */
  id: number;
  rubPerUsd: number | null;
};

/** Price and stock of a service that was searched for. */
export function SearchedStock({ id, rubPerUsd }: SearchedStockProps) {
  const { data } = useQuery(stockQuery);
  return data ? <StockLine stock={data.get(id) ?? null} of="numbers" rubPerUsd={rubPerUsd} /> : <>&nbsp;</>;
}
