import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import { type Dispatcher, Pool } from "undici";
import { accepts, isCompressible } from "#lib/api/front-door/kept-answer.ts";
import { reportingPolicy } from "#lib/api/front-door/policies.ts";
import { isInternalHeader } from "#lib/api/front-door/request-guard.ts";
import { INCOMPLETE_HEADER } from "#lib/http/incomplete-header.ts";

const WHOLE_LIMIT_BYTES = 8 * 1024 * 1024;
/** Waits between tries while nobody listens over there (a restart takes about a second). */
const RETRY_WAITS_MS = [50, 150, 400, 800];

/** Headers of one connection, which do not travel on. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "http2-settings",
  "host",
]);

/** What a private server says about itself, or what the front door says better; internal headers beside these. */
const STAYS_BEHIND = new Set(["x-powered-by", "server", "permissions-policy", "strict-transport-security"]);
/** Internal headers of flight data that the renderer's router in the browser reads. */
const ROUTER_READS = new Set([
  "x-nextjs-postponed",
  "x-nextjs-prerender",
  "x-nextjs-rewritten-path",
  "x-nextjs-rewritten-query",
  "x-nextjs-stale-time",
]);

function staysBehind(name: string, isFlight: boolean): boolean {
  if (HOP_BY_HOP.has(name) || STAYS_BEHIND.has(name)) return true;
  return isInternalHeader(name) && !(isFlight && ROUTER_READS.has(name));
}

export type BufferedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

export type ForwardOptions = {
  /** Path and query to ask for. */
  target: string;
  /** Set on the request, over the visitor's own of the same name. */
  headers: Readonly<Record<string, string>>;
  /** Bodies longer than this are cut off with an error. */
  bodyLimitBytes: number;
  /** Called when the other side has said all of its answer, or will not any more. Not when `forward` throws. */
  onEnd?: () => void;
};

/** The renderer did not answer; `isAway` when nobody listens there. */
export class UpstreamError extends Error {
  readonly isAway: boolean;
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.name = "UpstreamError";
    this.isAway = isConnectionRefused(cause);
  }
}

function isConnectionRefused(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "ECONNREFUSED" || code === "UND_ERR_CONNECT_TIMEOUT" || code === "ENOTFOUND";
}

/** A connection that broke before any answer; asking again is safe for GET and HEAD. */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE";
}

/** Where an own address leads, as a path: a redirect never tells a host, whatever the visitor sent as `Host`. */
function ownLocation(location: string, ownOrigins: readonly string[]): string {
  const origin = ownOrigins.find(
    (own) => location === own || location.startsWith(`${own}/`) || location.startsWith(`${own}?`),
  );
  if (origin === undefined) return location;
  const rest = location.slice(origin.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Connections to one private server behind the front door. `publicUrl` is what that server is told it is called; its answers begin
 * within `answerWithinMs`.
 */
export class Upstream {
  readonly #pool: Pool;
  readonly #publicHost: string;
  readonly #ownOrigins: string[];

  constructor(url: string, publicUrl: string, answerWithinMs = 20_000) {
    this.#pool = new Pool(new URL(url).origin, {
      connections: 64,
      pipelining: 1,
      connect: { timeout: 2_000 },
      headersTimeout: answerWithinMs,
      bodyTimeout: 30_000,
    });
    this.#publicHost = new URL(publicUrl).host;
    this.#ownOrigins = [new URL(publicUrl).origin, new URL(url).origin];
  }

  /** One whole GET, for filling the cache. Throws `UpstreamError`. */
  async fetchBuffered(target: string, headers: Readonly<Record<string, string>>): Promise<BufferedAnswer> {
    const answer = await this.#request({
      method: "GET",
      path: target,
      headers: { ...headers, host: this.#publicHost },
    });
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > WHOLE_LIMIT_BYTES) throw new Error(`answer beyond ${WHOLE_LIMIT_BYTES} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      answer.body.destroy();
      throw new UpstreamError(error);
    }
    return {
      status: answer.statusCode,
      headers: this.#ownHeaders(answer.headers),
      body: Buffer.concat(chunks),
    };
  }

  /**
   * Passes a request on and streams the answer back, compressed on the way where the other side did not.
   * Throws `UpstreamError` as long as nothing has been written; afterwards a fault cuts the connection.
   */
  async forward(request: IncomingMessage, response: ServerResponse, options: ForwardOptions): Promise<void> {
    const abort = new AbortController();
    response.once("close", () => abort.abort());
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const answer = await this.#request({
      method: request.method as Dispatcher.HttpMethod,
      path: options.target,
      headers: this.#onwardHeaders(request, options.headers),
      body: hasBody ? limited(request, options.bodyLimitBytes, abort) : null,
      signal: abort.signal,
    });
    const own = this.#ownHeaders(answer.headers);
    const { "x-page-tags": _tags, [INCOMPLETE_HEADER]: _incomplete, ...headers } = own;
    const body = this.#compressed(request, answer, headers);
    response.writeHead(answer.statusCode, headers);
    if (options.onEnd) finished(answer.body, { writable: false }, options.onEnd);
    body.on("error", () => response.destroy());
    answer.body.on("error", () => response.destroy());
    body.pipe(response);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    const isRepeatable = options.method === "GET" || options.method === "HEAD";
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#pool.request(options);
      } catch (error) {
        const waitMs = RETRY_WAITS_MS[attempt];
        const mayRepeat = isConnectionRefused(error) || (isRepeatable && isBroken(error) && attempt < 1);
        if (waitMs === undefined || !mayRepeat || options.body) throw new UpstreamError(error);
        await pause(waitMs);
      }
    }
  }

  #onwardHeaders(
    request: IncomingMessage,
    own: Readonly<Record<string, string>>,
  ): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value;
    }
    return Object.assign(headers, own, { host: this.#publicHost });
  }

  #ownHeaders(given: Dispatcher.ResponseData["headers"]): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {};
    const isFlight = String(given["content-type"]).startsWith("text/x-component");
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined || staysBehind(name, isFlight)) continue;
      if (name === "location") headers[name] = ownLocation(String(value), this.#ownOrigins);
      else if (name === "content-security-policy") headers[name] = reportingPolicy(String(value));
      else headers[name] = value;
    }
    return headers;
  }

  #compressed(
    request: IncomingMessage,
    answer: Dispatcher.ResponseData,
    headers: Record<string, string | string[]>,
  ) {
    const shrinks =
      request.method !== "HEAD" &&
      answer.statusCode === 200 &&
      headers["content-encoding"] === undefined &&
      isCompressible(String(headers["content-type"] ?? "")) &&
      !String(headers["content-type"]).startsWith("text/event-stream") &&
      accepts(request.headers["accept-encoding"], "gzip");
    if (!shrinks) return answer.body;
    delete headers["content-length"];
    delete headers.etag;
    headers["content-encoding"] = "gzip";
    headers.vary = [headers.vary, "Accept-Encoding"].flat().filter(Boolean).join(", ");
    return answer.body.pipe(createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH }));
  }
}

/** The request's body, as long as it keeps within the limit. */
function limited(request: IncomingMessage, limitBytes: number, abort: AbortController): IncomingMessage {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) abort.abort(new Error("body too long"));
  });
  request.pause();
  return request;
}
