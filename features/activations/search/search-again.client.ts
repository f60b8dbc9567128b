import { useMutation, useQueryClient } from "@tanstack/react-query";
import { beginSearch, type Wanted } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";

/** Begins what has ended anew: as it was, or with another limit from its start on. */
export function useSearchAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ view, limitKopecks }: { view: SearchView; limitKopecks?: number | undefined }) =>
      beginSearch(client, anew(view, limitKopecks)),
  });
}

function anew(
  { service, country, operator, seconds, steps, replace }: SearchView,
  limitKopecks: number | undefined,
): Wanted {
  const [first, ...raises] = steps;
  const limits =
    limitKopecks === undefined
      ? { ...(first ? { maxPriceKopecks: first.maxPriceKopecks } : {}), raises }
      : { maxPriceKopecks: limitKopecks, raises: [] };
  return {
    ...{ service: service.code, country: country.id, operator, seconds, ...limits },
    ...(replace ? { replace: { afterSeconds: replace.afterSeconds, times: replace.times } } : {}),
  };
}
