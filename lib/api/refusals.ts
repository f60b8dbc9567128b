import type { Endpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";

/** Every refusal of an endpoint: its own rows and those of the gate before it. */
export function errorRowsOf(endpoint: Endpoint): readonly ErrorRow[] {
  const isSafe = endpoint.method === "GET";
  return [
    ...(endpoint.access === "public" && endpoint.dialect !== "v1" ? [] : [apiErrors.UNAUTHORIZED]),
    ...(endpoint.dialect === "v1" ? keyRefusals(endpoint) : []),
    ...(endpoint.access === "session" ? [apiErrors.SESSION_NEEDED] : []),
    ...(endpoint.stepUp ? [apiErrors.STEP_UP_NEEDED] : []),
    ...(isHidden(endpoint) || endpoint.params ? [apiErrors.NOT_FOUND] : []),
    ...(endpoint.query || endpoint.body || endpoint.keyed ? [apiErrors.VALIDATION] : []),
    ...(endpoint.body
      ? [apiErrors.MALFORMED_JSON, apiErrors.PAYLOAD_TOO_LARGE, apiErrors.UNSUPPORTED_MEDIA_TYPE]
      : []),
    ...(isSafe || endpoint.serverToServer ? [] : [apiErrors.FOREIGN_ORIGIN]),
    ...keyedRefusals(endpoint),
    ...(endpoint.rates || !endpoint.serverToServer ? [apiErrors.TOO_MANY_REQUESTS] : []),
    ...endpoint.errors,
    apiErrors.SERVER_ERROR,
    apiErrors.UNAVAILABLE,
  ];
}

/** Whoever is not meant is told that there is no such call. */
function isHidden({ access }: Endpoint): boolean {
  return access === "staff" || access === "partner";
}

/** What an idempotency key may meet. Only calls of version 1 do not wait for the first one with their key. */
function keyedRefusals({ keyed, dialect }: Endpoint): readonly ErrorRow[] {
  if (keyed === undefined || keyed === "once") return [];
  return dialect === "v1"
    ? [apiErrors.IDEMPOTENCY_KEY_MISSING, apiErrors.IDEMPOTENCY_MISMATCH, apiErrors.IDEMPOTENCY_IN_FLIGHT]
    : [apiErrors.IDEMPOTENCY_MISMATCH];
}

/** What a key meets at the gate of version 1. */
function keyRefusals({ access, scope }: Endpoint): readonly ErrorRow[] {
  const refusals = [apiErrors.ADDRESS_NOT_ALLOWED];
  return access === "public" || scope === undefined ? refusals : [...refusals, apiErrors.SCOPE_MISSING];
}
