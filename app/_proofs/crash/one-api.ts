import { Caller } from "#app/_proofs/crash/caller.ts";
import { type Point, Victim } from "#app/_proofs/crash/victim.ts";
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
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const api = await Victim.on(url, "api", {
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

  /** Kills it at once, wherever it is. */
  async kill(): Promise<void> {
    await this.#api.kill();
  }

  async startAgain(): Promise<void> {
    await this.#api.start();
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
