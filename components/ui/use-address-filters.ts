import { useState } from "react";

/**
 * What is chosen on a page, kept in the address as well: a reload and a link show the same. `queryOf` writes the filters as the address
 * has them (`?kind=rental`), or nothing.
 */
export function useAddressFilters<Filters extends object>(
  initial: Filters,
  queryOf: (filters: Filters) => string,
): [Filters, (change: Partial<Filters>) => void] {
  const [filters, setFilters] = useState(initial);
  const change = (part: Partial<Filters>) => {
    const next = { ...filters, ...part };
    setFilters(next);
    window.history.replaceState(null, "", `${window.location.pathname}${queryOf(next)}`);
  };
  return [filters, change];
}
