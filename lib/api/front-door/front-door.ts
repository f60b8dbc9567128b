import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import { writeAccessLine } from "#lib/api/front-door/access-log.ts";
import { type Api, answerStream, createApiListener, isStream } from "#lib/api/front-door/api-listener.ts";
import { createClientReader } from "#lib/api/front-door/client-address.ts";
import {
  type ConnectionLimits,
  Connections,
  defaultConnectionLimits,
} from "#lib/api/front-door/connections.ts";
import {
  ContentDesk,
  type ContentDeskOptions,
  type ContentDeskPath,
  contentDeskPath,
} from "#lib/api/front-door/content-desk.ts";
import { receiveCspReport } from "#lib/api/front-door/csp-report.ts";
import type { PageRule } from "#lib/api/front-door/page-rules.ts";
import { PageTurns, type TurnLimits } from "#lib/api/front-door/page-turns.ts";
import { Pages, type PagesOptions, TooManyPages } from "#lib/api/front-door/pages.ts";
import { CSP_REPORT_PATH, DATA_POLICY, keptPagePolicy } from "#lib/api/front-door/policies.ts";
import { sendRefusal } from "#lib/api/front-door/refusal-page.ts";
import {
  isBelow,
  judgePath,
  refusalOf,
  splitTarget,
  stripInternalHeaders,
} from "#lib/api/front-door/request-guard.ts";
import { createRequestMetrics, type RequestMetrics } from "#lib/api/front-door/request-metrics.ts";
import { securityHeaders, setHeaders } from "#lib/api/front-door/security-headers.ts";
import { createPublicServer, type ServerLimits } from "#lib/api/front-door/server.ts";
import { Upstream, UpstreamError } from "#lib/api/front-door/upstream.ts";
import { gauge, type Health } from "#lib/api/health.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { ForeignCode } from "#lib/http/page-csp.ts";
import { type AccessLog, log } from "#lib/log.ts";
import { isFromThisMachine } from "#lib/net/this-machine.ts";

export type FrontDoorOptions = Partial<ServerLimits> &
  Pick<PagesOptions, "isFile" | "isKnown" | "placeOf"> & {
    api: Api;
    publicUrl: string;
    webUrl: string;
    /** Private servers shown below a path, to people on this machine: `/mailbox` -> its address. */
    mounts: Readonly<Record<string, string>>;
    /** They are shown to everybody who reaches the door. */
    mountsAreOpen?: boolean;
    rules: readonly PageRule[];
    /** How long the page renderer may take until an answer begins; 20 s when nothing is said. */
    answerWithinMs?: number | undefined;
    /** How many pages are rendered at a time, and wait. */
    turns?: Partial<TurnLimits>;
    trustedProxies: readonly string[];
    /** Where a page's address has moved, with the query of the visit; null for all others. */
    findMove?:
      | ((path: string, query: string) => { readonly to: string; readonly status: 307 | 308 } | null)
      | undefined;
    /** Where editors write the site's texts; without it there is none. */
    contentDesk?: ContentDeskOptions | undefined;
    health: Health;
    accessLog: AccessLog;
    /** Whose code pages may load. */
    foreign?: readonly ForeignCode[];
    cacheBytes?: number;
    bodyLimitBytes?: number;
    connections?: Partial<ConnectionLimits>;
  };

type Visit = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly facts: DoorFacts;
  readonly path: string;
  readonly query: string;
  cache: string | null;
  /** May see the private servers. */
  readonly seesMounts: boolean;
};

type QuickAnswer = { readonly visit: Visit; readonly route: string; readonly text: string };

/** Where assistants call. */
const ASSISTANT_PATH = "/mcp";
/** Where partners' programs of this trade call; the host is all they let their owners change. */
const PARTNER_PATHS: ReadonlyMap<string, string> = new Map([
  ["/agent/api/sms", "/api/partner/sms"],
  ["/agent/api/ping", "/api/partner/ping"],
]);
const REQUEST_ID_PREFIX = randomBytes(5).toString("hex");

/** The process's public server: guard, API, pages, private servers below a path. */
export class FrontDoor {
  readonly server: Server;
  readonly pages: Pages;
  readonly #options: FrontDoorOptions;
  readonly #readClient: ReturnType<typeof createClientReader>;
  readonly #headers: readonly [string, string][];
  readonly #dataHeaders: readonly [string, string][];
  readonly #textHeaders: readonly string[];
  readonly #streamHeaders: readonly string[];
  readonly #apiListener: ReturnType<typeof createApiListener>;
  readonly #web: Upstream;
  readonly #turns: PageTurns;
  readonly #contentDesk: ContentDesk | null;
  readonly #mounts: readonly [path: string, upstream: Upstream][];
  readonly #metrics: RequestMetrics;
  readonly #apiHost: string;
  readonly #bodyLimitBytes: number;
  #requests = 0;
  #answers: QuickAnswer[] = [];
  #isStopping = false;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
    const publicUrl = new URL(options.publicUrl);
    const isHttps = publicUrl.protocol === "https:";
    this.#bodyLimitBytes = options.bodyLimitBytes ?? 8 * 1024 * 1024;
    this.#apiHost = `api.${publicUrl.host}`;
    this.#headers = securityHeaders(isHttps);
    this.#dataHeaders = [...this.#headers, ["Content-Security-Policy", DATA_POLICY]];
    this.#streamHeaders = this.#dataHeaders.flat();
    this.#textHeaders = [
      ...this.#dataHeaders,
      ["Cache-Control", "no-store"],
      ["Content-Type", "text/plain; charset=utf-8"],
    ].flat();
    this.#readClient = createClientReader(options.trustedProxies, isHttps);
    this.#web = new Upstream(options.webUrl, options.publicUrl, options.answerWithinMs);
    this.#mounts = Object.entries(options.mounts).map(([path, url]) => [
      path,
      new Upstream(url, options.publicUrl),
    ]);
    this.#contentDesk = options.contentDesk ? new ContentDesk(options.contentDesk, options.publicUrl) : null;
    this.#turns = new PageTurns(options.turns);
    this.pages = new Pages({
      upstream: this.#web,
      rules: options.rules,
      cacheBytes: options.cacheBytes ?? 96 * 1024 * 1024,
      securityHeaders: this.#headers,
      foreign: options.foreign ?? [],
      bodyLimitBytes: this.#bodyLimitBytes,
      isHttps,
      isKnown: options.isKnown,
      isFile: options.isFile,
      placeOf: options.placeOf,
      turns: this.#turns,
    });
    const { registry } = options.health;
    gauge(registry, "page_turns_running", "Pages that the renderer makes now", () => this.#turns.running);
    gauge(registry, "page_turns_waiting", "Pages that wait for their turn", () => this.#turns.waiting);
    this.#metrics = createRequestMetrics(options.health.registry, this.pages.cache);
    this.#apiListener = createApiListener(options.api);
    const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
    const limits = { ...defaultConnectionLimits, ...options.connections };
    const connections = new Connections((request, response) => this.#receive(request, response), {
      ...limits,
      uncounted: [...limits.uncounted, ...options.trustedProxies],
    });
    this.server = createPublicServer(
      { headersTimeoutMs, requestTimeoutMs },
      this.#headers,
      (request, response) => connections.receive(request, response),
    );
    connections.attach(this.server);
  }

  /** Stops accepting, lets running answers end for up to `drainMs`, then closes what is left. */
  async stop(drainMs = 10_000): Promise<void> {
    this.#isStopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const timer = setTimeout(() => this.server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(timer);
    await Promise.all(
      [this.#web, this.#contentDesk, ...this.#mounts.map(([, upstream]) => upstream)].map((one) =>
        one?.close(),
      ),
    );
    this.#options.accessLog.flush();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#options.health.handle(request, response, this.#dataHeaders)) return;
    const startedMs = monotonicMs();
    const client = this.#readClient(request);
    const seesMounts =
      this.#mounts.length > 0 && (this.#options.mountsAreOpen === true || isFromThisMachine(request));
    stripInternalHeaders(request);
    this.#requests += 1;
    const facts: DoorFacts = {
      requestId: client.requestId ?? `${REQUEST_ID_PREFIX}-${this.#requests.toString(36)}`,
      ip: client.ip,
      route: null,
      actorId: null,
      errorCode: null,
      errorReason: null,
    };
    const visit: Visit = {
      request,
      response,
      facts,
      ...splitTarget(request.url ?? ""),
      cache: null,
      seesMounts,
    };
    response.once("close", () => this.#finish(visit, startedMs));
    if (this.#isStopping) response.setHeader("Connection", "close");
    this.#route(visit).catch((error: unknown) => this.#fail(visit, error));
  }

  #finish({ request, response, facts, cache }: Visit, startedMs: number): void {
    // While stopping, a line that has just become idle is closed at once instead of waiting for the next request.
    if (this.#isStopping) setImmediate(() => this.server.closeIdleConnections());
    const status = response.writableFinished ? response.statusCode : 499;
    const durationMs = monotonicMs() - startedMs;
    const method = request.method ?? "";
    const route = facts.route ?? "other";
    this.#metrics.observe(route, method, status, durationMs, cache);
    writeAccessLine(this.#options.accessLog, {
      requestId: facts.requestId,
      method,
      route,
      target: request.url ?? "",
      status,
      durationMs,
      ip: facts.ip,
      actorId: facts.actorId,
      code: facts.errorCode,
      reason: facts.errorReason,
      cache,
    });
  }

  async #route(visit: Visit): Promise<void> {
    const { request, path } = visit;
    const deskPath = this.#contentDesk && contentDeskPath(path);
    const refusal = refusalOf(request, this.#bodyLimitBytes, deskPath === "/admin");
    if (refusal) return this.#refuse(visit, refusal.status, refusal.code);
    if (path === CSP_REPORT_PATH) return this.#receiveReport(visit);
    if (request.headers.host === this.#apiHost && path === "/") {
      request.url = `/stubs/handler_api.php${request.url!.slice(1)}`;
      return this.#serveApi(visit, "/stubs/handler_api.php");
    }
    const partnerPath = PARTNER_PATHS.get(path);
    if (partnerPath) {
      request.url = partnerPath + request.url!.slice(path.length);
      return this.#serveApi(visit, null);
    }
    if (isBelow(path, "/api")) return this.#serveApi(visit, null);
    if (path === ASSISTANT_PATH) return this.#serveApi(visit, ASSISTANT_PATH);
    if (isBelow(path, "/stubs")) {
      // Some programs leave the ending out, and their path cannot be changed.
      const isBare = path === "/stubs/handler_api";
      if (isBare) request.url = `/stubs/handler_api.php${request.url!.slice(path.length)}`;
      const isHandler = isBare || path === "/stubs/handler_api.php";
      const quick = isHandler && request.method === "GET" ? this.#askQuickly(visit) : null;
      return quick ?? this.#serveApi(visit, "/stubs/handler_api.php");
    }
    if (request.headers.host === this.#apiHost) return this.#refuse(visit, 404, "NOT_FOUND");
    for (const [below, upstream] of visit.seesMounts ? this.#mounts : []) {
      if (isBelow(path, below)) return this.#serveMount(visit, below, upstream);
    }
    return deskPath ? this.#serveContentDesk(visit, deskPath) : this.#servePage(visit);
  }

  /** Strangers find at the desk what they find at any address of nothing. */
  async #serveContentDesk(visit: Visit, below: ContentDeskPath): Promise<void> {
    const { request, response, facts } = visit;
    const outcome = await this.#contentDesk!.serve(request, response, facts, {
      below,
      prepare: (policy) => {
        facts.route = `${below}/*`;
        this.#prepare(visit, policy);
      },
      bodyLimitBytes: this.#bodyLimitBytes,
    });
    if (outcome === "refused") this.#refuse(visit, 404, "NOT_FOUND");
    if (outcome === "stranger") await this.#servePage(visit);
  }

  /** The short way of the API, null when it has none for this request. */
  #askQuickly(visit: Visit): Promise<void> | null {
    const { api } = this.#options;
    const asked = api.answerQuickly?.(visit.query, visit.facts) ?? null;
    if (!asked) return null;
    const route = "/stubs/handler_api.php";
    return asked.then(
      (text) => (text === null ? this.#serveApi(visit, route) : this.#sendSoon({ visit, route, text })),
      () => this.#serveApi(visit, route),
    );
  }

  /** Sends a text when all requests of this turn have been read: a client or proxy that waits for several is woken once. */
  #sendSoon(answer: QuickAnswer): void {
    this.#answers.push(answer);
    if (this.#answers.length > 1) return;
    setImmediate(() => {
      const answers = this.#answers;
      this.#answers = [];
      for (const { visit, route, text } of answers) this.#sendText(visit, route, text);
    });
  }

  /** As `#serveApi` with a text; the headers in one go, which is what makes it short. */
  #sendText({ response, facts }: Visit, route: string, text: string): void {
    facts.route = route;
    response.writeHead(200, [
      ...this.#textHeaders,
      "X-Request-Id",
      facts.requestId,
      "Content-Length",
      String(Buffer.byteLength(text)),
    ]);
    response.end(text);
  }

  #serveApi(visit: Visit, route: string | null): Promise<void> {
    const { request, response, facts } = visit;
    facts.route = route;
    if (isStream(request, visit.path)) {
      const headers = [...this.#streamHeaders, "X-Request-Id", facts.requestId];
      return answerStream(this.#options.api, request, response, facts, headers);
    }
    this.#prepare(visit, DATA_POLICY);
    return this.#apiListener(request, response, facts);
  }

  async #serveMount(visit: Visit, below: string, upstream: Upstream): Promise<void> {
    const { request, response, facts } = visit;
    facts.route = `${below}/*`;
    this.#prepare(visit, keptPagePolicy([], []));
    await upstream.forward(request, response, {
      target: request.url!,
      headers: { "x-request-id": facts.requestId, "x-forwarded-for": facts.ip },
      bodyLimitBytes: this.#bodyLimitBytes,
    });
  }

  async #servePage(visit: Visit): Promise<void> {
    const { request, response, facts, path, query } = visit;
    facts.route = "page";
    const verdict = judgePath(path);
    if (verdict.kind === "none") return this.#refuse(visit, 404, "NOT_FOUND");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return this.#refuse(visit, 405, "METHOD_NOT_ALLOWED", { Allow: "GET, HEAD" });
    }
    const move =
      verdict.kind === "redirect"
        ? ({ to: query === "" ? verdict.to : `${verdict.to}?${query}`, status: 308 } as const)
        : this.#options.findMove?.(path, query);
    if (move) {
      this.#prepare(visit, DATA_POLICY);
      response.writeHead(move.status, { Location: move.to, "Content-Length": 0 }).end();
      return;
    }
    const outcome = await this.pages.serve({
      request,
      response,
      path,
      query,
      requestId: facts.requestId,
      ip: facts.ip,
    });
    facts.route = outcome.route;
    visit.cache = outcome.cache;
  }

  async #receiveReport(visit: Visit): Promise<void> {
    visit.facts.route = CSP_REPORT_PATH;
    this.#prepare(visit, DATA_POLICY);
    await receiveCspReport(visit.request, visit.response);
  }

  #prepare({ response, facts }: Visit, policy: string): void {
    setHeaders(response, this.#headers);
    response.setHeader("X-Request-Id", facts.requestId);
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Cache-Control", "no-store");
  }

  #refuse(visit: Visit, status: number, code: string, headers: Record<string, string> = {}): void {
    const { request, response, facts } = visit;
    facts.errorCode = code;
    this.#prepare(visit, DATA_POLICY);
    sendRefusal(request, response, { status, code, requestId: facts.requestId, headers });
  }

  #fail(visit: Visit, error: unknown): void {
    if (visit.response.destroyed && !visit.response.writableFinished) return;
    if (error instanceof TooManyPages) {
      const headers = { "Retry-After": String(error.waitSeconds) };
      this.#refuse(visit, 429, "TOO_MANY_REQUESTS", headers);
      return;
    }
    const isUpstream = error instanceof UpstreamError;
    const { requestId } = visit.facts;
    if (isUpstream) log.warn({ requestId, error: error.message }, "private server did not answer");
    else
      log.error(
        { requestId, error: (error as Error).message, stack: (error as Error).stack },
        "front door failed",
      );
    if (isUpstream && error.isAway) this.#refuse(visit, 503, "UNAVAILABLE");
    else this.#refuse(visit, isUpstream ? 502 : 500, isUpstream ? "BAD_GATEWAY" : "SERVER_ERROR");
  }
}
