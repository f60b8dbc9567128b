import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import type { OwnKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import type { KeyBody } from "#features/keys-card/keys-card.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** The own keys that work. */
export const keysQuery = queryOptions({
  queryKey: ["users", "api-keys"],
  queryFn: () => getJson<OwnKeyView[]>("users/api-keys"),
  staleTime: 10_000,
});

/** So many services are named by one call. */
const NAMED_AT_ONCE = 100;

/** Names of services by their ids. */
export function serviceNamesQuery(ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((left, right) => left - right);
  return queryOptions({
    queryKey: ["service", "names", wanted.join(",")],
    queryFn: async () => {
      const names = new Map<number, string>();
      for (let start = 0; start < wanted.length; start += NAMED_AT_ONCE) {
        const part = wanted.slice(start, start + NAMED_AT_ONCE).join(",");
        const services = await getJson<ServiceWire[]>("service", {
          params: { ids: part, "per-page": NAMED_AT_ONCE },
        });
        for (const { id, name } of services) names.set(id, name);
      }
      return names;
    },
    enabled: wanted.length > 0,
    staleTime: 3_600_000,
  });
}

/** A key as it is told once; the legacy call names it differently. */
type Told = { key?: string; apiKey?: string };
const told = (data: Told): string => data.key ?? data.apiKey ?? "";

function useKeyChange<Input, Result>(change: (wish: Input) => Promise<Result>) {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    meta: saidBeside,
    mutationFn: (wish: Input) => stepUp(() => change(wish)),
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
}

/** The account's password, where the key can spend. */
type Proof = { password?: string };

/** Makes a key and answers it, this once. */
export const useMakeKey = () =>
  useKeyChange(async ({ kind, ...body }: KeyBody & Proof & { kind: "live" | "sandbox" }) =>
    told((await api.post<Told>("users/api-keys", { kind, ...body })).data),
  );

export const useChangeKey = () =>
  useKeyChange(({ id, ...body }: KeyBody & Proof & { id: number }) => api.put(`users/api-keys/${id}`, body));

/** Replaces a named key; the old one goes on for the hours named. */
export const useRotateKey = () =>
  useKeyChange(async ({ id, ...body }: Proof & { id: number; overlapHours: number }) =>
    told((await api.post<Told>(`users/api-keys/${id}/rotate`, body)).data),
  );

export const useEndKey = () => useKeyChange((id: number) => api.delete(`users/api-keys/${id}`));

/** Makes the legacy key, or replaces it: the old one ends. */
export const useMakeLegacyKey = () =>
  useKeyChange(async (password: string) => told((await api.post<Told>("users/api-key", { password })).data));

export const useEndLegacyKey = () => useKeyChange((_wish: undefined) => api.delete("users/api-key"));
