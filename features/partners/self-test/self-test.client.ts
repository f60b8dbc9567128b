import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import type {
  SelfTestDetails,
  SelfTestsView,
  TestExchangeView,
} from "#features/supply/self-test/self-tests.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

const SELF_TESTS = "self-tests";
/** While a run is under way its verdicts are read this often. */
const RUNNING_MS = 1_500;

const isOpen = (state: string | undefined) => state === "waiting" || state === "running";

/** The supplier with its last runs. `path`: of the self-tests, at the desk or in the cabinet. */
export function useSelfTests(path: string) {
  return useQuery({
    queryKey: [SELF_TESTS, path],
    queryFn: () => getJson<SelfTestsView>(path),
    refetchInterval: ({ state }) => (isOpen(state.data?.runs[0]?.state) ? RUNNING_MS : false),
  });
}

/** One run, read again while it is under way. */
export function useSelfTest(path: string, id: number) {
  return useQuery({
    queryKey: [SELF_TESTS, path, id],
    queryFn: () => getJson<SelfTestDetails>(`${path}/${id}`),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? RUNNING_MS : false),
  });
}

/** One exchange with its texts. */
export function useTestExchange(path: string, runId: number, id: number) {
  return useQuery({
    queryKey: [SELF_TESTS, path, runId, "exchange", id],
    queryFn: () => getJson<TestExchangeView>(`${path}/${runId}/exchanges/${id}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Begins a run; afterwards the list is read again. */
export function useStartSelfTest(path: string) {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: () =>
      stepUp(() =>
        callOnce(`self-test:${path}`, path, (headers) => api.post<SelfTestDetails>(path, {}, { headers })),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [SELF_TESTS, path] }),
  });
}
