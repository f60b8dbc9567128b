import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ArchiveView } from "#features/identity/archive/archive.contract.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** How often a page asks while an archive is being made. */
const ASK_AGAIN_MS = 3_000;

/** The own archive; asked for again by itself while it is being made. */
export const archiveQuery = queryOptions({
  queryKey: ["users", "archive"],
  queryFn: () => getJson<ArchiveView>("users/archive"),
  staleTime: 10_000,
  refetchInterval: ({ state }) => (state.data?.archive?.state === "asked" ? ASK_AGAIN_MS : false),
});

/** Asks for an archive; asking again while there is one changes nothing. */
export function useAskArchive() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    meta: saidBeside,
    mutationFn: async () => (await stepUp(() => api.post<ArchiveView>("users/archive"))).data,
    onSuccess: (view) => client.setQueryData(archiveQuery.queryKey, view),
  });
}

/** Where a browser that is signed in gets the file. */
export function archiveAddress(archiveId: number): string {
  return `/api/users/archive/${archiveId}/file`;
}
