import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { type PartnerErrorCode, PartnerRefusal, partnerErrors } from "#features/supply/errors.ts";
import { type CallingSupplier, findSupplierByKeyHash } from "#features/supply/reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { JsonFault, parseExactJson } from "#lib/json/exact-json.ts";
import { log } from "#lib/log.ts";
import { BodyFault, type BodyLimits, readLimitedBody } from "#lib/net/limited-body.ts";

/** A partner's call, read and proven. */
export type PartnerCall<Body> = { readonly supplier: CallingSupplier; readonly body: Body };

export type CallShape<Schema extends z.ZodType> = {
  readonly schema: Schema;
  readonly actions: readonly string[];
  readonly limits: BodyLimits;
};

const known = new WeakMap<Db, LRUCache<string, CallingSupplier>>();
const REMEMBERED_MS = 5_000;

/** SHA-256 (hex) under which a partner's key is kept. */
export function hashPartnerKey(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

/**
 * Reads a partner's call: headers, size, encoding, JSON, action, key, then every member by the schema. Throws
 * PartnerRefusal. Unknown members are refused; numbers must be JSON numbers.
 */
export async function readPartnerCall<Schema extends z.ZodType>(
  db: Db,
  request: Request,
  shape: CallShape<Schema>,
): Promise<PartnerCall<z.output<Schema>>> {
  if (!request.headers.get("user-agent")?.trim()) throw new PartnerRefusal("ERROR_NO_USER_AGENT");
  const type = (request.headers.get("content-type") ?? "application/json")
    .split(";")[0]
    ?.trim()
    .toLowerCase();
  if (type !== "application/json") throw new PartnerRefusal("BAD_ENCODING");
  const members = await readMembers(request, shape.limits);
  if (!shape.actions.includes(String(members.action))) throw new PartnerRefusal("REQUEST_NOT_FOUND");
  const supplier = await findCaller(db, members.key);
  const parsed = shape.schema.safeParse(members);
  if (!parsed.success) throw new PartnerRefusal("BAD_REQUEST", parsed.error.issues[0]?.path.join("."));
  return { supplier, body: parsed.data };
}

async function readMembers(request: Request, limits: BodyLimits): Promise<Record<string, unknown>> {
  try {
    const chunks = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
    const text = await readLimitedBody(chunks, request.headers.get("content-encoding"), limits);
    const parsed = parseExactJson(text, { maxDepth: 5 });
    if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed))
      throw new PartnerRefusal("BAD_REQUEST");
    return parsed;
  } catch (error) {
    if (error instanceof JsonFault) throw new PartnerRefusal("BAD_REQUEST");
    if (error instanceof BodyFault)
      throw new PartnerRefusal(error.reason === "too-large" ? "TOO_LARGE" : "BAD_ENCODING");
    throw error;
  }
}

async function findCaller(db: Db, key: unknown): Promise<CallingSupplier> {
  if (key === undefined || key === "") throw new PartnerRefusal("ERROR_NO_KEY");
  if (typeof key !== "string" || key.length > 200) throw new PartnerRefusal("ERROR_WRONG_KEY");
  const hash = hashPartnerKey(key);
  const remembered = memoryOf(db);
  const supplier = remembered.get(hash) ?? (await findSupplierByKeyHash(db, hash));
  if (!supplier) throw new PartnerRefusal("ERROR_WRONG_KEY");
  remembered.set(hash, supplier, { noUpdateTTL: true });
  return supplier;
}

function memoryOf(db: Db): LRUCache<string, CallingSupplier> {
  let memory = known.get(db);
  if (!memory) {
    memory = new LRUCache({ max: 1_000, ttl: REMEMBERED_MS });
    known.set(db, memory);
  }
  return memory;
}

/** Runs a partner's call and answers in the protocol's envelope, whatever happens. */
export async function answerPartner(
  requestId: string,
  work: () => Promise<Record<string, unknown>>,
): Promise<Response> {
  try {
    return envelope(200, { status: "SUCCESS", ...(await work()) });
  } catch (error) {
    if (error instanceof PartnerRefusal) return refused(error.code, error.detail);
    log.error({ requestId, error: (error as Error).message }, "a partner's call failed");
    return refused("SERVER_ERROR");
  }
}

function refused(code: PartnerErrorCode, detail?: string): Response {
  const { status, message } = partnerErrors[code];
  return envelope(status, {
    status: "ERROR",
    error: code,
    message: detail ? `${message} Look at "${detail}".` : message,
  });
}

function envelope(status: number, body: Record<string, unknown>): Response {
  const retry: Record<string, string> = status === 503 ? { "retry-after": "2" } : {};
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...retry } });
}
