import { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

const BODY_LIMIT_BYTES = 256 * 1024;

const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{8,200}$/);

/** Reads a body as text and refuses it beyond the limit, whatever Content-Length says. */
export async function readLimitedText(request: Request, limitBytes = BODY_LIMIT_BYTES): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limitBytes) throw new AppError(apiErrors.PAYLOAD_TOO_LARGE);
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new AppError(apiErrors.PAYLOAD_TOO_LARGE);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new AppError(apiErrors.MALFORMED_JSON);
  }
}

/** Parses the body by the endpoint's schema. Unknown members are refused by strict schemas. */
export async function parseBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (!endpoint.body) return undefined;
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const allowed: readonly string[] = endpoint.consumes ?? ["application/json"];
  const text = await readLimitedText(request);
  if (text === "" && type === "") return endpoint.body.parse({});
  if (!allowed.includes(type)) throw new AppError(apiErrors.UNSUPPORTED_MEDIA_TYPE);
  if (type === "application/x-www-form-urlencoded")
    return endpoint.body.parse(Object.fromEntries(new URLSearchParams(text)));
  return endpoint.body.parse(parseJson(text === "" ? "{}" : text));
}

/** PostgreSQL cannot store U+0000; refused here, so that it never becomes a database error. */
export function refuseNul(value: string): void {
  if (value.includes("\0")) {
    throw new AppError(apiErrors.VALIDATION, {
      details: { problems: [{ path: "", problem: "U+0000 is not allowed" }] },
    });
  }
}

function parseJson(text: string): unknown {
  try {
    // A member named __proto__ must never reach an object of ours.
    return JSON.parse(text, (key, value) => {
      if (typeof value === "string") refuseNul(value);
      return key === "__proto__" ? undefined : value;
    });
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(apiErrors.MALFORMED_JSON);
  }
}

/** Parses the query; a name given twice keeps its last value, names the endpoint does not know are dropped. */
export function parseQuery(endpoint: Endpoint, url: URL): unknown {
  if (!endpoint.query) return {};
  const known = new Set(Object.keys(endpoint.query.shape));
  const given = [...url.searchParams].filter(([name]) => known.has(name));
  for (const [, value] of given) refuseNul(value);
  return endpoint.query.parse(Object.fromEntries(given));
}

/** The idempotency key of a request, or null. Refuses a malformed one. */
export function parseIdempotencyKey(request: Request): string | null {
  const header = request.headers.get("idempotency-key");
  if (header === null) return null;
  const parsed = IdempotencyKey.safeParse(header);
  if (!parsed.success) {
    throw new AppError(apiErrors.VALIDATION, {
      details: { problems: [{ path: "Idempotency-Key", problem: "8 to 200 printable characters" }] },
    });
  }
  return parsed.data;
}

/** The key of an endpoint that needs one. Throws VALIDATION naming the header. */
export function requireIdempotencyKey(key: string | null): string {
  if (key !== null) return key;
  const problems = [{ path: "Idempotency-Key", problem: "this header is required" }];
  throw new AppError(apiErrors.VALIDATION, { details: { problems } });
}
