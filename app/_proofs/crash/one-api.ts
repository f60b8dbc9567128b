import { Caller } from "#app/_proofs/crash/caller.ts";
import { type Point, Victim } from "#app/_proofs/crash/victim.ts";
import { env } from "#lib/env.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const WITHIN_MS = 10_000;

/** The API alone on the database of a test, to be killed at a named statement while somebody calls it. */
export class OneApi {
  readonly origin: string;
  readonly #api: Victim;

  private constructor(origin: string, api: Victim) {
    this.origin = origin;
    this.#api = api;
  }

  /** `url`: of the database, with the product's login. */
  static async start(url: string, settings: Record<string, string> = {}): Promise<OneApi> {
    const target = new URL(url);
    const proxy = new TcpProxy({ host: target.hostname, port: Number(target.port) });
    await proxy.start();
    target.hostname = "127.0.0.1";
    target.port = String(proxy.port);
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const api = new Victim("api", proxy, {
      AUTH_SECRET: env.AUTH_SECRET as string,
      DATA_KEY: env.DATA_KEY as string,
      DATABASE_URL: target.href,
      PORT: String(port),
      PUBLIC_URL: origin,
      WEB_URL: "http://127.0.0.1:9",
      ...settings,
    });
    await api.start();
    return new OneApi(origin, api);
  }

  async stop(): Promise<void> {
    await this.#api.stop();
    await this.#api.proxy.stop();
  }

  /** A client that repeats whatever is not answered. */
  caller(): Caller {
    return new Caller(this.origin);
  }

  /** Kills it at the point, while `work` calls it, and starts it again. */
  async killIn<T>(point: Point, work: () => Promise<T>): Promise<T> {
    const dying = this.#api.killAt(point, WITHIN_MS);
    const [done] = await Promise.all([work(), dying.then(() => this.#api.start())]);
    return done;
  }
}
