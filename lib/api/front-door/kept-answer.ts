import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

const WORTH_COMPRESSING =
  /^(?:text\/|application\/(?:javascript|json|manifest\+json|xml|rss\+xml)|image\/svg\+xml)/;

/** True for content types that shrink. */
export function isCompressible(contentType: string): boolean {
  return WORTH_COMPRESSING.test(contentType);
}

type Variant = { readonly body: Buffer; readonly etag: string; readonly headers: readonly string[] };

/** An answer kept in memory in the encodings that browsers ask for, with its headers ready to write. */
export type KeptAnswer = {
  readonly status: number;
  readonly identity: Variant;
  readonly gzip: Variant | null;
  readonly br: Variant | null;
  /** What it takes in memory. */
  readonly bytes: number;
};

/** Compresses `body` and prepares the header lists. `headers` is a flat list: name, value, name, value ... */
export async function keepAnswer(
  body: Buffer,
  contentType: string,
  headers: readonly string[],
  status = 200,
): Promise<KeptAnswer> {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const variant = (bytes: Buffer, encoding: "gzip" | "br" | null): Variant => {
    const etag = `"${hash}${encoding ? `-${encoding}` : ""}"`;
    const own = ["ETag", etag, ...(encoding ? ["Content-Encoding", encoding] : [])];
    return { body: bytes, etag, headers: [...headers, ...own] };
  };
  const identity = variant(body, null);
  if (!isCompressible(contentType) || body.length < 500)
    return { status, identity, gzip: null, br: null, bytes: body.length };
  const [gzipped, brotlied] = await Promise.all([
    toGzip(body, { level: 6 }),
    toBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  return {
    status,
    identity,
    gzip: variant(gzipped, "gzip"),
    br: variant(brotlied, "br"),
    bytes: body.length + gzipped.length + brotlied.length,
  };
}

/** True when the client takes `encoding` (its q is not 0). */
export function accepts(acceptEncoding: string | string[] | undefined, encoding: "gzip" | "br"): boolean {
  if (typeof acceptEncoding !== "string") return false;
  const at = acceptEncoding.indexOf(encoding);
  return at >= 0 && !/^\w*\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(acceptEncoding.slice(at + encoding.length));
}

/** Writes a kept answer: best encoding, 304 when the visitor has it already. `extra` is a flat header list. */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  kept: KeptAnswer,
  extra: readonly string[],
): void {
  const { "accept-encoding": encodings, "if-none-match": known } = request.headers;
  const variant =
    (kept.br && accepts(encodings, "br") && kept.br) ||
    (kept.gzip && accepts(encodings, "gzip") && kept.gzip) ||
    kept.identity;
  const headers = extra.length > 0 ? variant.headers.concat(extra) : (variant.headers as string[]);
  if (kept.status === 200 && known?.includes(variant.etag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(kept.status, [...headers, "Content-Length", String(variant.body.length)]);
  response.end(request.method === "HEAD" ? undefined : variant.body);
}
