import type { KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyScopes } from "#lib/api/actor.ts";

/** A named key that may do everything, without a limit or an end, unless `input` says otherwise. */
export function keyInput(input: Partial<KeyInput> = {}): KeyInput {
  return {
    ...{ name: "bot", scopes: keyScopes, dailyLimitKopecks: null, priceCapKopecks: null },
    ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
    ...input,
  };
}
