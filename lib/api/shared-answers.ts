import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { guest } from "#lib/api/actor.ts";
import { checkAnswer } from "#lib/api/check-answer.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { accepts } from "#lib/api/front-door/kept-answer.ts";
import { type Handler, Reply, type RequestContext, type Route, route } from "#lib/api/route.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { gzipOnce } from "#lib/http/gzip-once.ts";

/** All shared answers of a database together, unpacked. */
const MAX_BYTES = 32 * 1_024 * 1_024;

export type Sharing<E extends Endpoint> = {
  /**
   * Names what the answer depends on beside the language; the same for every caller who gets the same. Null for a caller who gets
   * something of their own, and for texts that people type, of which there are too many to keep.
   */
  readonly keyOf: (context: RequestContext<E>) => string | null;
  /** What an answer is made of; with the same objects it is not made again. */
  readonly versionOf?: (db: Db) => Promise<readonly unknown[]>;
  /** How long it is believed at most; for ever, as long as the version is the same, when left out. */
  readonly keptMs?: number;
};

type Made = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Kept = { readonly made: Made; readonly version: readonly unknown[]; readonly atMs: number };
type Memory = { readonly kept: LRUCache<string, Kept>; readonly making: Map<string, Promise<Made>> };

const memories = new WeakMap<Db, Memory>();

/**
 * A route whose answer many callers get: made once, not for each of them, and packed once for as long as its bytes stay the same.
 * The handler is asked as a guest.
 */
export function sharedRoute<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  sharing: Sharing<E>,
): Route {
  return route(endpoint, async (context) => {
    const key = sharing.keyOf(context);
    if (key === null) return handler(context);
    const name = `${endpoint.id} ${context.locale} ${key}`;
    const made = await madeOf(context.db, name, sharing, async () =>
      make(endpoint, await handler({ ...context, actor: guest } as RequestContext<E>)),
    );
    return send(endpoint, made, context.request);
  });
}

/** For tests, and for whoever has just changed what answers are made of. */
export function forgetShared(db: Db): void {
  memories.delete(db);
}

async function madeOf<E extends Endpoint>(
  db: Db,
  name: string,
  { versionOf, keptMs = Number.POSITIVE_INFINITY }: Sharing<E>,
  makeNew: () => Promise<Made>,
): Promise<Made> {
  const version = (await versionOf?.(db)) ?? [];
  const { kept, making } = memoryOf(db);
  const before = kept.get(name);
  const isSame = before?.version.every((part, at) => part === version[at]) ?? false;
  if (before && isSame && monotonicMs() - before.atMs < keptMs) return before.made;
  const running = making.get(name);
  if (running) return running;
  const atMs = monotonicMs();
  const run = makeNew()
    .then((made) => {
      // The same bytes stay the same object: what was packed of them is packed.
      const shown = before?.made.etag === made.etag ? before.made : made;
      kept.set(name, { made: shown, version, atMs });
      return shown;
    })
    .finally(() => making.delete(name));
  making.set(name, run);
  return run;
}

function memoryOf(db: Db): Memory {
  let memory = memories.get(db);
  if (!memory) {
    const kept = new LRUCache<string, Kept>({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ made }) => made.bytes.length + 1_024,
    });
    memory = { kept, making: new Map() };
    memories.set(db, memory);
  }
  return memory;
}

const encoder = new TextEncoder();
const JSON_TYPE = "application/json; charset=utf-8";

async function make(endpoint: Endpoint, handled: unknown): Promise<Made> {
  if (handled instanceof Response) {
    const { "cache-control": _cache, ...headers } = Object.fromEntries(handled.headers);
    return withMark(new Uint8Array(await handled.arrayBuffer()), headers);
  }
  const { body, headers } = handled instanceof Reply ? handled : new Reply(handled);
  checkAnswer(endpoint, body);
  const own = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const bytes = encoder.encode(JSON.stringify(body));
  return withMark(bytes, { "content-type": JSON_TYPE, ...Object.fromEntries(own) });
}

function withMark(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Made {
  const hash = createHash("sha1").update(JSON.stringify(headers)).update(bytes);
  return { bytes, headers, etag: `"${hash.digest("base64url")}"` };
}

async function send(endpoint: Endpoint, { bytes, etag, headers }: Made, request: Request): Promise<Response> {
  const isPacked = accepts(request.headers.get("accept-encoding") ?? undefined, "gzip");
  const packed = isPacked ? await gzipOnce(bytes) : null;
  const ownEtag = packed ? etag.replace(/"$/, '-gzip"') : etag;
  const all = {
    ...headers,
    etag: ownEtag,
    vary: "accept-encoding, x-user-locale",
    // Where somebody may get something of their own at the same address, no other cache keeps it.
    "cache-control":
      endpoint.cacheSeconds === undefined ? "private, no-cache" : `public, max-age=${endpoint.cacheSeconds}`,
    ...(packed ? { "content-encoding": "gzip" } : {}),
  };
  const isKnown = request.headers.get("if-none-match")?.includes(ownEtag) ?? false;
  return isKnown
    ? new Response(null, { status: 304, headers: all })
    : new Response(packed ?? bytes, { headers: all });
}
