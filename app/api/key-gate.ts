import { isWithin } from "#app/api/order-goods.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { restSandboxAnswers } from "#features/rest-api/rest-api.routes.ts";
import { sandboxAnswers } from "#features/sandbox/sandbox.routes.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

const scripts = [...sandboxAnswers, ...restSandboxAnswers];
const scripted = new Set<Endpoint>(scripts.map(({ endpoint }) => endpoint));

/** The gate of keys for the site's API and REST v1. */
export const keyGate = makeKeyGate({ isWithin, scripts });

/** Tells whether a sandbox key is answered by a script. */
export function hasScript(endpoint: Endpoint): boolean {
  return scripted.has(endpoint);
}
