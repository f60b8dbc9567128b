import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PasskeyView } from "#features/identity/passkeys/passkeys.contract.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { ApiProblem, api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** The own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["auth", "passkeys"],
  queryFn: async () => (await getJson<{ passkeys: PasskeyView[] }>("auth/passkeys")).passkeys,
  staleTime: 10_000,
});

/** Whether this browser knows passkeys at all; false while the page is rendered by the server. */
export function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Whether it offers passkeys in a field, beside what it fills in. */
export async function offersInFields(): Promise<boolean> {
  return knowsPasskeys() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

/** The part that talks to the browser's authenticators; pages load it when somebody wants it. */
export const loadWebauthn = () => import("#features/identity/passkeys/webauthn.client.ts");

/**
 * What went wrong with a passkey, as a sentence: the API's own, or what the browser's refusal means. Key below
 * `identity.passkeys`, or the API's problem.
 */
export function readPasskeyFailure(
  error: unknown,
): { problem: ApiProblem } | { text: "notShown" | "alreadyHere" | "notPossible" } {
  if (error instanceof ApiProblem) return { problem: error };
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return { text: "notShown" };
  return { text: name === "InvalidStateError" ? "alreadyHere" : "notPossible" };
}

/** Adding, renaming and removing; the list is read again afterwards. */
export function usePasskeySteps() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  return {
    add: useMutation({
      meta: saidBeside,
      mutationFn: async ({ password, name }: { password: string; name: string }) => {
        const { makePasskey } = await loadWebauthn();
        return stepUp(() => makePasskey(password, name));
      },
      onSuccess,
    }),
    rename: useMutation({
      meta: saidBeside,
      mutationFn: ({ id, name }: { id: number; name: string }) => api.put(`auth/passkeys/${id}`, { name }),
      onSuccess,
    }),
    remove: useMutation({
      meta: saidBeside,
      mutationFn: ({ id, password }: { id: number; password: string }) =>
        stepUp(() => api.post(`auth/passkeys/${id}/remove`, { password })),
      onSuccess,
    }),
  };
}
