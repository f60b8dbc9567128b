import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ClosingTerms } from "#features/identity/closing/closing.contract.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** What closing the own account would mean now; never what it meant a while ago. */
export const closingTermsQuery = queryOptions({
  queryKey: ["users", "closing"],
  queryFn: () => getJson<ClosingTerms>("users/closing"),
  staleTime: 0,
});

/** Asks for the closing; where that was refused, what it would mean is read again. */
export function useAskClosing() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    meta: saidBeside,
    mutationFn: (body: { password: string; givenUpKopecks: number }) =>
      stepUp(() => api.post("users/closing", body)),
    onError: () => client.invalidateQueries({ queryKey: closingTermsQuery.queryKey }),
  });
}

/** Keeps the account whose session this browser has. */
export function useKeepAccount() {
  return useMutation({ meta: saidBeside, mutationFn: () => api.post("auth/closing/keep") });
}
