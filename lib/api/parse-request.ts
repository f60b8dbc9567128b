import { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { receivedChunks } from "#lib/api/received-body.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { JsonFault, readJson, revise } from "#lib/json/bounded-json.ts";

type BodyBounds = {
  readonly bytes: number;
  /** Members of a form. */
  readonly fields: number;
  readonly maxDepth: number;
  /** Values of JSON. */
  readonly maxValues: number;
};

/** What somebody may send who has shown who it is. */
const KNOWN_BOUNDS: BodyBounds = { bytes: 256 * 1024, fields: 500, maxDepth: 12, maxValues: 5_000 };
/** What anybody may send: registrations and logins have a dozen members, the longest is a captcha's answer. */
export const STRANGER_BOUNDS: BodyBounds = { bytes: 16 * 1024, fields: 200, maxDepth: 6, maxValues: 200 };

const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{8,200}$/);

/** Reads a body as text and refuses it beyond the limit, whatever Content-Length says. */
export async function readLimitedText(request: Request, limitBytes: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limitBytes) throw new AppError(apiErrors.PAYLOAD_TOO_LARGE);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of receivedChunks(request)) {
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
  const bounds = boundsOf(endpoint);
  const text = await readLimitedText(request, bounds.bytes);
  if (text === "" && type === "") return endpoint.body.parse({});
  if (!allowed.includes(type)) throw new AppError(apiErrors.UNSUPPORTED_MEDIA_TYPE);
  if (type === "application/x-www-form-urlencoded") {
    if (!isFormWithin(text, bounds.fields)) throw new AppError(apiErrors.PAYLOAD_TOO_LARGE);
    return endpoint.body.parse(Object.fromEntries(new URLSearchParams(text)));
  }
  return endpoint.body.parse(parseJson(text === "" ? "{}" : text, bounds));
}

function boundsOf({ access, bodyBytes = KNOWN_BOUNDS.bytes }: Endpoint): BodyBounds {
  return access === "public" ? STRANGER_BOUNDS : { ...KNOWN_BOUNDS, bytes: bodyBytes };
}

/** Whether a form has no more than `fields` fields; judged without reading them. */
export function isFormWithin(text: string, fields: number): boolean {
  let at = -1;
  for (let count = 0; count < fields; count += 1) {
    at = text.indexOf("&", at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** PostgreSQL cannot store U+0000; refused here, so that it never becomes a database error. */
export function refuseNul(value: string): void {
  if (value.includes("\0")) {
    throw new AppError(apiErrors.VALIDATION, {
      details: { problems: [{ path: "", problem: "U+0000 is not allowed" }] },
    });
  }
}

/** A member named __proto__ never reaches an object of ours. */
function parseJson(text: string, bounds: BodyBounds): unknown {
  const parsed = readWithin(text, bounds);
  // Only an escape can spell it, and few bodies hold this one.
  if (text.includes("\\u0000")) {
    revise(parsed, (leaf) => {
      if (typeof leaf === "string") refuseNul(leaf);
      return leaf;
    });
  }
  return parsed;
}

function readWithin(text: string, bounds: BodyBounds): unknown {
  try {
    return readJson(text, bounds);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const row = error.reason === "too-many" ? apiErrors.PAYLOAD_TOO_LARGE : apiErrors.MALFORMED_JSON;
    throw new AppError(row, { cause: error });
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

/** The idempotency key of a request as the endpoint's `keyed` says. Refuses a malformed one, wherever it is sent. */
export function parseIdempotencyKey(endpoint: Endpoint, request: Request): string | null {
  const header = request.headers.get("idempotency-key");
  if (header === null) {
    if (endpoint.keyed === undefined || endpoint.keyed === "optional") return null;
    throw keyMissing(endpoint);
  }
  const parsed = IdempotencyKey.safeParse(header);
  if (!parsed.success) {
    throw new AppError(apiErrors.VALIDATION, {
      details: { problems: [{ path: "Idempotency-Key", problem: "8 to 200 printable characters" }] },
    });
  }
  return endpoint.keyed ? parsed.data : null;
}

/** What a call is refused with that comes without the key it needs: version 1 has a code for it. */
function keyMissing({ dialect }: Endpoint): AppError {
  if (dialect === "v1") return new AppError(apiErrors.IDEMPOTENCY_KEY_MISSING);
  const problems = [{ path: "Idempotency-Key", problem: "this header is required" }];
  return new AppError(apiErrors.VALIDATION, { details: { problems } });
}
