import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { SecondFactorView } from "#features/identity/second-factor/second-factor.contract.ts";
import type { FactorSetup } from "#features/identity/second-factor/second-factor.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Whether the second factor is on. */
export const secondFactorQuery = queryOptions({
  queryKey: ["auth", "second-factor"],
  queryFn: () => getJson<SecondFactorView>("auth/second-factor"),
  staleTime: 10_000,
});

/** Runs something, and when it needs a fresh code asks for one and runs it again. */
export type StepUp = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Given by `StepUpFrame`; without one the refusal stays as it is. */
export const StepUpContext = createContext<StepUp>((action) => action());

/** For calls that may answer STEP_UP_NEEDED. */
export function useStepUp(): StepUp {
  return useContext(StepUpContext);
}

/** The steps of turning it on and off. Each answers what the API answers; afterwards everything is read again. */
export function useSecondFactorSteps() {
  const client = useQueryClient();
  // A new standing ends other sessions and renews this one: the list of sessions is another one now.
  const onSuccess = () => client.invalidateQueries({ queryKey: ["auth"] });
  return {
    setUp: useMutation({
      meta: saidBeside,
      mutationFn: async (password: string) =>
        (await api.post<FactorSetup>("auth/second-factor/setup", { password })).data,
    }),
    enable: useMutation({
      meta: saidBeside,
      mutationFn: async (code: string) =>
        (await api.post<{ backupCodes: string[] }>("auth/second-factor/enable", { code })).data.backupCodes,
      onSuccess,
    }),
    disable: useMutation({
      meta: saidBeside,
      mutationFn: (proof: Proof) => api.post("auth/second-factor/disable", proof),
      onSuccess,
    }),
    renew: useMutation({
      meta: saidBeside,
      mutationFn: async (proof: Proof) =>
        (await api.post<{ backupCodes: string[] }>("auth/second-factor/backup-codes", proof)).data
          .backupCodes,
      onSuccess,
    }),
  };
}

export type Proof = { password: string; code: string };
