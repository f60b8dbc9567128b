import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Everything that a store's page has read begins with it; any step makes all of it old. */
export const storeKey = ["store"] as const;
/** What others change is read again so often. */
export const storeLiveMs = 30_000;

type StoreCall = { readonly path: string; readonly body?: object; readonly isKeyed?: boolean };

/** A step of the store's owner, done once; afterwards everything about the store is read again. */
export function useStoreStep<Answer = unknown>() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: async ({ path, body = {}, isKeyed = true }: StoreCall): Promise<Answer> => {
      const send = (headers: Record<string, string>) => api.post<Answer>(path, body, { headers });
      // Other words under the path of a lost answer go with its key: the refusal says that it was carried out. Lists hold secrets and are
      // not kept.
      return isKeyed ? callOnce(`store:${path}`, path, send) : (await send({})).data;
    },
    onSettled: () => client.invalidateQueries({ queryKey: storeKey }),
  });
}
