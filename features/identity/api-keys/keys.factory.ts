import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import type { KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { listen } from "#lib/db/listen.ts";

/** A named key that may do everything, without a limit or an end, unless `input` says otherwise. */
export function keyInput(input: Partial<KeyInput> = {}): KeyInput {
  return {
    ...{ name: "bot", scopes: keyScopes, dailyLimitKopecks: null, priceCapKopecks: null },
    ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
    ...input,
  };
}

/** Forgets keys that change as the product's processes do; `heard` resolves with the first change. To be closed. */
export async function followKeyChanges(
  url: string,
): Promise<{ heard: Promise<void>; close(): Promise<void> }> {
  const first = Promise.withResolvers<void>();
  const notices = listen(url, {
    applicationName: "test",
    channels: {
      identity_changed: (user) => {
        forgetApiKeys(Number(user));
        first.resolve();
      },
    },
  });
  await notices.ready;
  return { heard: first.promise, close: () => notices.close() };
}
