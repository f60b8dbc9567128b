import type { Stock } from "#features/pricing/stock/stock.rules.ts";

/** What can be rented of each service now, by its id. */
export type StockById = ReadonlyMap<number, Stock>;

/** The services in their order, those that can be rented first; as they are while that is not known. */
export function withStockFirst<Service extends { readonly id: number }>(
  services: readonly Service[],
  stock: StockById | undefined,
): readonly Service[] {
  if (!stock) return services;
  return [...services.filter(({ id }) => stock.has(id)), ...services.filter(({ id }) => !stock.has(id))];
}
