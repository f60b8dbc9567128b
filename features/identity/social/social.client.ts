import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import type { SocialView } from "#features/identity/social/social.contract.ts";
import type { SocialProvider } from "#features/identity/social/social.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Accounts elsewhere that open this one, and the providers that are offered. */
export const socialQuery = queryOptions({
  queryKey: ["auth", "social"],
  queryFn: () => getJson<SocialView>("auth/social"),
  staleTime: 10_000,
});

/** The provider's page for signing in; afterwards the visitor goes to `returnPath`. */
export async function startSocial(provider: SocialProvider, returnPath: string | null): Promise<string> {
  const body = { provider, ...(returnPath ? { returnPath } : {}) };
  return (await api.post<{ url: string }>("auth/social/start", body)).data.url;
}

/** Linking (answers the provider's page) and unlinking. */
export function useSocialSteps() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return {
    link: useMutation({
      meta: saidBeside,
      mutationFn: async (input: { provider: SocialProvider; password: string }) =>
        (await stepUp(() => api.post<{ url: string }>("auth/social/link/start", input))).data.url,
    }),
    unlink: useMutation({
      meta: saidBeside,
      mutationFn: (id: number) => stepUp(() => api.post(`auth/social/${id}/remove`)),
      onSettled: () => client.invalidateQueries({ queryKey: socialQuery.queryKey }),
    }),
  };
}
