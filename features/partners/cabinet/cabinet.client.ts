import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import type { CabinetOverview } from "#features/partners/cabinet/cabinet.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Everything the cabinet has read; any action makes all of it old. */
export const CABINET = "cabinet";
/** How often it is read again while somebody looks: purchases and SMS must not pay for a stream that few watch. */
export const CABINET_LIVE_MS = 5_000;

/** What the partner's numbers do now; `initial` is what the page was rendered with. */
export function useCabinetOverview(initial: CabinetOverview) {
  return useQuery({
    queryKey: [CABINET, "overview"],
    queryFn: () => getJson<CabinetOverview>("cabinet/overview"),
    initialData: initial,
    refetchInterval: CABINET_LIVE_MS,
  });
}

type CabinetCall = { readonly path: string; readonly body: object };

/** A keyed write of the cabinet; afterwards everything in it is read again. Rejects with ApiProblem. */
export function useCabinetAction<Answer>() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    meta: saidBeside,
    mutationFn: ({ path, body }: CabinetCall) =>
      stepUp(() => callOnce(`cabinet:${path}`, body, (headers) => api.post<Answer>(path, body, { headers }))),
    onSettled: () => client.invalidateQueries({ queryKey: [CABINET] }),
  });
}
