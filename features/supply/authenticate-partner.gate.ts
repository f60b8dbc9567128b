import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { type PartnerErrorCode, PartnerRefusal, partnerErrors } from "#features/supply/supply.errors.ts";
import { type CallingSupplier, findSuppliersByKeyHash } from "#features/supply/supply.reads.ts";
import { isAbortedUpload } from "#lib/api/errors-to-http.ts";
import { isFormWithin } from "#lib/api/parse-request.ts";
import { markKnown, receivedChunks } from "#lib/api/received-body.ts";
import { MicroBatch } from "#lib/db/micro-batch.ts";
import type { Db } from "#lib/db/pool.ts";
import { JsonFault } from "#lib/json/bounded-json.ts";
import { type ExactJson, parseExactJson } from "#lib/json/exact-json.ts";
import { log } from "#lib/log.ts";
import {
  BodyFault,
  type BodyLimits,
  bodyText,
  type ReceivedBody,
  receiveBody,
  unpackBody,
  unpackHead,
} from "#lib/net/limited-body.ts";

/** A partner's call, read and proven. */
export type PartnerCall<Body> = {
  readonly supplier: CallingSupplier;
  readonly body: Body;
  /** It was written as the protocol has it. */
  readonly isExact: boolean;
};

export type CallShape<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** The protocol's own form, where `schema` takes more than that. Such a call may be a form as well. */
  readonly exact?: z.ZodType;
  readonly actions: readonly string[];
  readonly limits: BodyLimits;
  /** How many values its JSON may hold. */
  readonly maxValues: number;
};

type SupplierMemory = {
  readonly known: LRUCache<string, CallingSupplier>;
  /** What is asked while others wait for their answer is one question, so that guesses take no more than these connections. */
  readonly questions: MicroBatch<string, { readonly supplier: CallingSupplier | null }>;
};

const memories = new WeakMap<Db, SupplierMemory>();
/** A key that has ended, or a supplier that is paused, is believed so long at most. */
const REMEMBERED_MS = 1_000;

/** SHA-256 (hex) under which a partner's key is kept. */
export function hashPartnerKey(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

/** So much is unpacked and read for anybody. What is longer shows its key first. */
const STRANGER_BYTES = 64 * 1024;
/** A stranger's body may unpack to so many times its length, beyond STRANGER_BYTES. */
const STRANGER_RATIO = 16;
/** Of a long body that begins without its key so much of the end is looked at. */
const TAIL_BYTES = 1_024;
const KEY_MEMBER = /"key"\s*:\s*"([^"\\]{1,200})"/;
const KEY_FIELD = /(?:^|&)(key=[^&]{1,600})/;
const JSON_TYPE = "application/json";
/** What agents send JSON and forms as; which of them it is, the body tells. */
const LOOSE_TYPES: readonly string[] = [
  JSON_TYPE,
  "text/json",
  "text/plain",
  "application/x-www-form-urlencoded",
];

/**
 * Reads a partner's call: headers, size, encoding, JSON, action, key, then every member by the schema. A long body must show
 * a key that is known before it is unpacked and parsed. Throws PartnerRefusal. What members may be
 * is the schema's to say.
 */
export async function readPartnerCall<Schema extends z.ZodType>(
  db: Db,
  request: Request,
  shape: CallShape<Schema>,
): Promise<PartnerCall<z.output<Schema>>> {
  const type = (request.headers.get("content-type") ?? JSON_TYPE).split(";")[0]?.trim().toLowerCase() ?? "";
  if (!(shape.exact ? LOOSE_TYPES : [JSON_TYPE]).includes(type)) throw new PartnerRefusal("BAD_ENCODING");
  const { members, text } = await readMembers(db, request, shape);
  const action = String(members.action);
  if (!shape.actions.includes(action)) throw new PartnerRefusal("REQUEST_NOT_FOUND");
  const supplier = await findCaller({ db, request }, members.key);
  const hasUserAgent = Boolean(request.headers.get("user-agent")?.trim());
  const isExact = shape.exact?.safeParse(members).success ?? true;
  if (supplier.selfTestId !== null) {
    const { selfTestId } = supplier;
    shown.set(request, { selfTestId, supplierId: supplier.id, action, members, text, hasUserAgent, isExact });
  }
  if (!hasUserAgent) throw new PartnerRefusal("ERROR_NO_USER_AGENT");
  const parsed = shape.schema.safeParse(members);
  if (!parsed.success) throw new PartnerRefusal("BAD_REQUEST", parsed.error.issues[0]?.path.join("."));
  return { supplier, body: parsed.data, isExact };
}

/** A call whose sender runs the self-test just now. `text` holds its key. */
export type ShownCall = {
  readonly selfTestId: number;
  readonly supplierId: number;
  readonly action: string;
  readonly members: Members;
  readonly text: string;
  readonly hasUserAgent: boolean;
  /** It was written in the protocol's own types. */
  readonly isExact: boolean;
};

const shown = new WeakMap<Request, ShownCall>();

/** What a request showed of itself, when its sender runs the self-test; null otherwise. */
export function shownCall(request: Request): ShownCall | null {
  return shown.get(request) ?? null;
}

type Members = { [member: string]: ExactJson };

async function readMembers(
  db: Db,
  request: Request,
  shape: CallShape<z.ZodType>,
): Promise<{ members: Members; text: string }> {
  const { headers } = request;
  try {
    if (Number(headers.get("content-length") ?? 0) > shape.limits.packedBytes)
      throw new BodyFault("too-large");
    const encoding = headers.get("content-encoding");
    const received = await receiveBody(receivedChunks(request), encoding, shape.limits.packedBytes);
    const bytes =
      (await shortBody(received, shape.limits)) ??
      (await provenBody({ db, request }, received, shape.limits.unpackedBytes));
    const text = bodyText(bytes);
    if (shape.exact && !/^\s*[{[]/.test(text)) return { members: readForm(text, shape.maxValues), text };
    const parsed = parseExactJson(text, { maxDepth: 5, maxValues: shape.maxValues });
    if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed))
      throw new PartnerRefusal("BAD_REQUEST");
    return { members: parsed, text };
  } catch (error) {
    if (error instanceof JsonFault)
      throw new PartnerRefusal(error.reason === "too-many" ? "TOO_LARGE" : "BAD_REQUEST");
    if (error instanceof BodyFault)
      throw new PartnerRefusal(error.reason === "too-large" ? "TOO_LARGE" : "BAD_ENCODING");
    throw error;
  }
}

/** A form's fields; one that is named twice keeps its last value. */
function readForm(text: string, maxFields: number): Members {
  if (!isFormWithin(text, maxFields)) throw new PartnerRefusal("TOO_LARGE");
  const fields = [...new URLSearchParams(text)].filter(([name]) => name !== "__proto__");
  if (!text.includes("=")) throw new PartnerRefusal("BAD_REQUEST");
  return Object.fromEntries(fields);
}

/** The body, null when it is longer than what is unpacked for anybody. */
async function shortBody(received: ReceivedBody, { unpackedBytes }: BodyLimits): Promise<Buffer | null> {
  const limitBytes = Math.min(STRANGER_BYTES, unpackedBytes);
  try {
    return await unpackBody(received, limitBytes);
  } catch (error) {
    const isLong = error instanceof BodyFault && error.reason === "too-large";
    if (isLong && limitBytes < unpackedBytes) return null;
    throw error;
  }
}

/** A long body, unpacked once it has shown a key that is known: at its beginning, or at its end if it is not packed too well. */
async function provenBody(
  call: PartnerRequest,
  received: ReceivedBody,
  unpackedBytes: number,
): Promise<Buffer> {
  const head = keyIn(await unpackHead(received, STRANGER_BYTES));
  if (head !== null) {
    await findCaller(call, head);
    return unpackBody(received, unpackedBytes);
  }
  const affordable = STRANGER_BYTES + received.bytes.length * STRANGER_RATIO;
  const bytes = await unpackBody(received, Math.min(affordable, unpackedBytes)).catch((error: unknown) => {
    const isLong = error instanceof BodyFault && error.reason === "too-large";
    throw isLong && affordable < unpackedBytes ? new PartnerRefusal("ERROR_NO_KEY") : error;
  });
  await findCaller(call, keyIn(bytes.subarray(-TAIL_BYTES)) ?? undefined);
  return bytes;
}

/** The first key that a piece of a body shows; the whole body is still asked for its own afterwards. */
function keyIn(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  const field = KEY_FIELD.exec(text)?.[1];
  return KEY_MEMBER.exec(text)?.[1] ?? (field ? new URLSearchParams(field).get("key") : null);
}

type PartnerRequest = { readonly db: Db; readonly request: Request };

async function findCaller({ db, request }: PartnerRequest, key: unknown): Promise<CallingSupplier> {
  if (key === undefined || key === "") throw new PartnerRefusal("ERROR_NO_KEY");
  if (typeof key !== "string" || key.length > 200) throw new PartnerRefusal("ERROR_WRONG_KEY");
  const hash = hashPartnerKey(key);
  const { known, questions } = memoryOf(db);
  const supplier = known.get(hash) ?? (await questions.run(hash)).supplier;
  if (!supplier) throw new PartnerRefusal("ERROR_WRONG_KEY");
  known.set(hash, supplier, { noUpdateTTL: true });
  markKnown(request);
  return supplier;
}

function memoryOf(db: Db): SupplierMemory {
  let memory = memories.get(db);
  if (!memory) {
    const readAll = async (hashes: readonly string[]) => {
      const found = await findSuppliersByKeyHash(db, hashes);
      return hashes.map((hash) => ({ supplier: found.get(hash) ?? null }));
    };
    memory = {
      known: new LRUCache({ max: 1_000, ttl: REMEMBERED_MS }),
      questions: new MicroBatch({
        slots: 2,
        maxItems: 200,
        runOne: async (hash) => (await readAll([hash]))[0]!,
        runMany: readAll,
        isUndone: () => false,
      }),
    };
    memories.set(db, memory);
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
    if (!isAbortedUpload(error))
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
