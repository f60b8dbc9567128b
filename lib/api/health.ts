import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { Counter, Gauge, Registry } from "prom-client";
import { monotonicMs } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { droppedLogLines } from "#lib/log.ts";
import { isFromThisMachine } from "#lib/net/this-machine.ts";

const CHECK_LIMIT_MS = 2_500;
/** Answers are reused for this long, so that asking costs the database nothing. */
const REUSE_MS = 500;

/** Throws (or rejects) when the thing is not usable; the message is for the log, never for the answer. */
type ReadinessCheck = () => Promise<unknown>;

export type HealthOptions = {
  /** `api`, `web`, `worker`, `simulator`. */
  process: string;
  /** What `/readyz` asks: name -> check. */
  checks: Readonly<Record<string, ReadinessCheck>>;
};

type Readiness = { isReady: boolean; checks: Record<string, "ok" | "failed"> };

/**
 * `/healthz` (the process lives), `/readyz` (it can do its work: every check answers in time, and it is not being
 * stopped) and `/metrics` (Prometheus; only for loopback without a proxy between, or with METRICS_TOKEN).
 */
export class Health {
  readonly registry = new Registry();
  readonly #options: HealthOptions;
  #isStopping = false;
  #last: { atMs: number; answer: Promise<Readiness> } | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.registry.setDefaultLabels({ process: options.process });
    collectProcess(this.registry);
  }

  /** From now on `/readyz` answers 503, so that no new work is sent here. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Answers the three addresses, with `headers` beside its own; false when the request is for something else. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly (readonly [string, string])[] = [],
  ): boolean {
    const path = (request.url ?? "").split("?", 1)[0];
    if (path !== "/healthz" && path !== "/readyz" && path !== "/metrics") return false;
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD")
      send(response, 405, { status: "method not allowed" });
    else if (path === "/healthz") send(response, 200, { status: "ok", process: this.#options.process });
    else if (path === "/readyz") void this.#sendReadiness(response);
    else if (mayReadMetrics(request)) void this.#sendMetrics(response);
    else send(response, 404, { status: "not found" });
    return true;
  }

  /** True when every check answers. */
  async isReady(): Promise<boolean> {
    return (await this.#readiness()).isReady;
  }

  async #sendReadiness(response: ServerResponse): Promise<void> {
    const { isReady, checks } = await this.#readiness();
    send(response, isReady ? 200 : 503, {
      status: isReady ? "ready" : this.#isStopping ? "stopping" : "not ready",
      process: this.#options.process,
      checks,
    });
  }

  async #sendMetrics(response: ServerResponse): Promise<void> {
    const text = await this.registry.metrics();
    response.writeHead(200, { "content-type": this.registry.contentType, "cache-control": "no-store" });
    response.end(text);
  }

  async #readiness(): Promise<Readiness> {
    const nowMs = monotonicMs();
    if (!this.#last || nowMs - this.#last.atMs > REUSE_MS) this.#last = { atMs: nowMs, answer: this.#ask() };
    const { isReady, checks } = await this.#last.answer;
    return { isReady: isReady && !this.#isStopping, checks };
  }

  async #ask(): Promise<Readiness> {
    const asked = Object.entries(this.#options.checks).map(
      async ([name, check]) => [name, await passes(check)] as const,
    );
    const checks = Object.fromEntries(await Promise.all(asked));
    return { isReady: Object.values(checks).every((result) => result === "ok"), checks };
  }
}

async function passes(check: ReadinessCheck): Promise<"ok" | "failed"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), CHECK_LIMIT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch {
    return "failed";
  } finally {
    clearTimeout(timer);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(response.req.method === "HEAD" ? undefined : JSON.stringify(body));
}

function mayReadMetrics(request: IncomingMessage): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (given !== undefined && env.METRICS_TOKEN !== undefined) return isSame(given, env.METRICS_TOKEN);
  return isFromThisMachine(request);
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A gauge whose value is read when somebody looks. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function collectProcess(registry: Registry): void {
  gauge(registry, "process_resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss());
  gauge(registry, "process_cpu_seconds", "Processor time since the start", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge(registry, "process_uptime_seconds", "Time since the start", () => process.uptime());
  new Counter({
    name: "log_lines_dropped_total",
    help: "Lines of the log that were dropped since the start because nothing took them (full disk, pipe without a reader)",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  let last = performance.eventLoopUtilization();
  gauge(
    registry,
    "nodejs_eventloop_utilization",
    "Share of time the event loop was busy since the last look",
    () => {
      const now = performance.eventLoopUtilization();
      const share = performance.eventLoopUtilization(now, last).utilization;
      last = now;
      return share;
    },
  );
}

/** Connections of a pool, for `/metrics`. */
export function collectPool(
  registry: Registry,
  pool: { totalCount: number; idleCount: number; waitingCount: number },
): void {
  gauge(registry, "db_pool_connections", "Open database connections", () => pool.totalCount);
  gauge(registry, "db_pool_idle", "Idle database connections", () => pool.idleCount);
  gauge(registry, "db_pool_waiting", "Callers waiting for a database connection", () => pool.waitingCount);
}

/** A small server for processes that have none of their own (worker). Answers nothing but the three addresses. */
export function serveHealth(health: Health, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (!health.handle(request, response)) send(response, 404, { status: "not found" });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
