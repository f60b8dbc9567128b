import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FinePage } from "#features/partners/fines/fines.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

const FINES = "cabinet-fines";

/** The partner's fines page by page, newest first. */
export function useFines() {
  return useInfiniteQuery({
    queryKey: [FINES],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      getJson<FinePage>("cabinet/fines", pageParam === null ? {} : { params: { before: pageParam } }),
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
  });
}

/** Appeals against a fine, once however often its answer is lost. Throws ApiProblem. */
export function useAppeal(fineId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (text: string) => {
      const body = { text };
      return callOnce(`cabinet-fine:${fineId}`, body, (headers) =>
        api.post<{ state: string }>(`cabinet/fines/${fineId}/appeal`, body, { headers }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [FINES] }),
  });
}
