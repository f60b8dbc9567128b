import { type Point, Victim } from "#app/_proofs/crash/victim.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const WITHIN_MS = 15_000;

/** The worker alone on a database server of its own, to be killed at a named statement of its work. */
export class OneWorker {
  readonly #server: OwnDatabase;
  readonly #worker: Victim;

  private constructor(server: OwnDatabase, worker: Victim) {
    this.#server = server;
    this.#worker = worker;
  }

  /** Prepares the database, with catalogue and policy, and a worker that does not run yet. */
  static async prepare(settings: Record<string, string> = {}): Promise<OneWorker> {
    const server = await OwnDatabase.start();
    try {
      await withTransaction(server.owner, seedCatalogue);
      await withTransaction(server.owner, seedPolicy);
      const worker = await Victim.on(server.url, "worker", {
        PUBLIC_URL: "http://127.0.0.1:9",
        WORKER_PORT: String(await findFreePort()),
        ...settings,
      });
      return new OneWorker(server, worker);
    } catch (error) {
      await server.end();
      throw error;
    }
  }

  /** Acts as the owner of the tables, past the worker's faults. */
  get owner(): Db {
    return this.#server.owner;
  }

  /** Kills at the point that was named. */
  get deadlyHits(): number {
    return this.#worker.deadlyHits;
  }

  async start(): Promise<void> {
    await this.#worker.start();
  }

  async stop(): Promise<void> {
    await this.#worker.stop();
  }

  /** Ends the worker and its database. */
  async end(): Promise<void> {
    await this.#worker.stop();
    await this.#worker.proxy.stop();
    await this.#server.end();
  }

  /** Kills it at the point, at the latest after a while; `work`, its start by itself, is what leads it there. Leaves it dead. */
  async killIn(point: Point, work: () => Promise<unknown> = () => this.start()): Promise<void> {
    await Promise.all([this.#worker.killAt(point, WITHIN_MS), work()]);
  }

  /** Every feature's checks on what it left; throws naming each offence. */
  async checkEverything(): Promise<void> {
    await this.#server.checkEverything();
  }
}
