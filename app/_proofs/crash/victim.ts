import { setTimeout as pause } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";

/**
 * When somebody dies: as a statement with this marker leaves for the database (it never hears of it), as the answer comes back
 * (it has done it, nobody can say so), or at any moment.
 */
export type Point = { readonly marker: string; readonly moment: "before" | "after" } | "random";

export const around = (marker: string): Point[] => [
  { marker, moment: "before" },
  { marker, moment: "after" },
];

const RANDOM_WITHIN_MS = 700;
const START_ATTEMPTS = 10;

type Waiter = { point: Exclude<Point, "random">; isDeadly: boolean; asked: object | null; resolve(): void };

/** A process under test between its callers and a proxy to the database: started, killed at points, started again. */
export class Victim {
  readonly name: "api" | "worker";
  readonly proxy: TcpProxy;
  #env: Record<string, string>;
  #process: SpawnedProcess | null = null;
  readonly #waiters = new Set<Waiter>();
  kills = 0;
  /** Kills at a named point. */
  deadlyHits = 0;
  /** When the last start began: whatever is held since before that is held by nobody who lives. */
  startedAt = new Date(0);

  constructor(name: "api" | "worker", proxy: TcpProxy, env: Record<string, string>) {
    this.name = name;
    this.proxy = proxy;
    this.#env = env;
  }

  /** One that does not run yet, behind a proxy of its own to the database at `url` (with the product's login). */
  static async on(url: string, name: "api" | "worker", settings: Record<string, string>): Promise<Victim> {
    const target = new URL(url);
    const proxy = new TcpProxy({ host: target.hostname, port: Number(target.port) });
    await proxy.start();
    target.hostname = "127.0.0.1";
    target.port = String(proxy.port);
    return new Victim(name, proxy, {
      AUTH_SECRET: env.AUTH_SECRET as string,
      DATA_KEY: env.DATA_KEY as string,
      DATABASE_URL: target.href,
      ...settings,
    });
  }

  /** More settings, for the next start. */
  configure(settings: Record<string, string>): void {
    this.#env = { ...this.#env, ...settings };
  }

  /** A start may meet a database that is dead just then: it is tried again, as a supervisor does. */
  async start(): Promise<void> {
    for (let attempt = 1; this.#process === null; attempt += 1) {
      try {
        this.startedAt = new Date();
        this.#process = await spawnProcess(this.name, this.#env);
      } catch (error) {
        if (attempt === START_ATTEMPTS) throw error;
        await pause(300);
      }
    }
  }

  async kill(): Promise<void> {
    const process = this.#process;
    this.#process = null;
    if (!process) return;
    this.kills += 1;
    await process.stop("SIGKILL");
    this.proxy.reset();
  }

  async stop(): Promise<void> {
    await this.#process?.stop("SIGTERM");
    this.#process = null;
  }

  /** Kills it when its point passes, at the latest after `withinMs`; resolves when it is dead. */
  async killAt(point: Point, withinMs: number): Promise<void> {
    if (await this.reach(point, withinMs, true)) this.deadlyHits += 1;
    await this.kill();
  }

  /**
   * Waits until the point passes and answers true, or false after `withinMs` (and for a random moment). `isDeadly`: nothing more
   * gets through on the connection on which it passed.
   */
  async reach(point: Point, withinMs: number, isDeadly: boolean): Promise<boolean> {
    if (point === "random") {
      await pause(Math.random() * RANDOM_WITHIN_MS);
      return false;
    }
    const over = new AbortController();
    const waiter: Waiter = { point, isDeadly, asked: null, resolve: () => undefined };
    const passed = new Promise<boolean>((resolve) => {
      waiter.resolve = () => resolve(true);
    });
    this.#waiters.add(waiter);
    this.#watch();
    const late = pause(withinMs, false, { signal: over.signal }).catch(() => false);
    const isReached = await Promise.race([passed, late]);
    over.abort();
    this.#waiters.delete(waiter);
    this.#watch();
    return isReached;
  }

  #watch(): void {
    if (this.#waiters.size === 0) {
      this.proxy.watch({});
      return;
    }
    this.proxy.watch({
      up: (bytes, connection) =>
        this.#judge((waiter) => {
          if (!bytes.includes(waiter.point.marker)) return false;
          if (waiter.point.moment === "before") return true;
          waiter.asked ??= connection;
          return false;
        }),
      down: (_, connection) => this.#judge((waiter) => waiter.asked === connection),
    });
  }

  #judge(isHit: (waiter: Waiter) => boolean): "pass" | "swallow" {
    const hit = [...this.#waiters].filter(isHit);
    for (const waiter of hit) {
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
    return hit.some(({ isDeadly }) => isDeadly) ? "swallow" : "pass";
  }
}
