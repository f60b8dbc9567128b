import sql from "sql-template-tag";
import { RentStock } from "#app/_proofs/crash/rent-stock.ts";
import { Victim } from "#app/_proofs/crash/victim.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { TestGatewayStandIn } from "#lib/payment-stand-ins/test-gateway.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { RememberingAgent } from "#lib/testing/remembering-agent.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

export const OWN_COUNTRY = 6;
export const AGENT_COUNTRY = 4;
/** Enough for every purchase of a long run: what a buyer cannot afford proves little. */
export const FIRST_MONEY = 1_000_000_000;
const OWN_STOCK = 5_000;

export type CrashBuyer = ApiBuyer & { readonly session: string };

/** Everything that takes part: PostgreSQL, API and worker behind proxies, an agent, a payment provider, buyers with money. */
export class Scene {
  readonly server: OwnDatabase;
  readonly origin: string;
  readonly api: Victim;
  readonly worker: Victim;
  readonly agent = new RememberingAgent({
    country: "philippines",
    service: "tg",
    firstNumber: 639_170_000_000,
  });
  readonly provider = new TestGatewayStandIn();
  readonly offers = new Map<number, Offer>();
  readonly buyers: CrashBuyer[] = [];
  #lastNumber = 629_000_000_000;
  #rentStock: RentStock | null = null;

  private constructor(server: OwnDatabase, api: Victim, worker: Victim, origin: string) {
    this.server = server;
    this.api = api;
    this.worker = worker;
    this.origin = origin;
  }

  static async start(buyers: number): Promise<Scene> {
    const server = await OwnDatabase.start();
    const [port, workerPort] = [await findFreePort(), await findFreePort()];
    const origin = `http://127.0.0.1:${port}`;
    const settings: Record<string, string> = {
      AUTH_SECRET: env.AUTH_SECRET as string,
      DATA_KEY: env.DATA_KEY as string,
      LOG_LEVEL: "info",
      PORT: String(port),
      PUBLIC_URL: origin,
      SUPPLIERS_MAY_BE_PRIVATE: "1",
      WEB_URL: "http://127.0.0.1:9",
      WORKER_PORT: String(workerPort),
    };
    const victim = async (name: "api" | "worker") => {
      const proxy = new TcpProxy({ host: "127.0.0.1", port: server.port });
      await proxy.start();
      return new Victim(name, proxy, { ...settings, DATABASE_URL: server.urlVia(proxy.port) });
    };
    const scene = new Scene(server, await victim("api"), await victim("worker"), origin);
    try {
      await scene.#furnish(buyers);
    } catch (error) {
      await scene.end();
      throw error;
    }
    return scene;
  }

  async end(): Promise<void> {
    await Promise.all([this.api.stop(), this.worker.stop()]);
    await Promise.all([this.api.proxy.stop(), this.worker.proxy.stop()]);
    this.agent.stop();
    await this.provider.stop();
    await this.server.end();
  }

  /** What the partner whose numbers are for rent tells SMS with. */
  get rentPushKey(): string {
    return this.#rentStock?.pushKey ?? "";
  }

  async #furnish(buyers: number): Promise<void> {
    const { owner } = this.server;
    await withTransaction(owner, seedCatalogue);
    await withTransaction(owner, seedPolicy);
    await Promise.all([this.agent.start(), this.provider.start()]);
    this.offers.set(OWN_COUNTRY, await givenOffer(owner, { countryId: OWN_COUNTRY, count: OWN_STOCK }));
    this.offers.set(
      AGENT_COUNTRY,
      await givenOffer(owner, {
        kind: "agent",
        countryId: AGENT_COUNTRY,
        baseUrl: this.agent.url,
        honoursClientId: true,
        count: OWN_STOCK,
      }),
    );
    this.#rentStock = await RentStock.give(owner, OWN_COUNTRY);
    for (let index = 0; index < buyers; index += 1) this.buyers.push(await givenCrashBuyer(owner));
    const provider = { TEST_GATEWAY_SECRET: this.provider.secret, TEST_GATEWAY_URL: this.provider.url };
    this.api.configure(provider);
    this.worker.configure(provider);
    await Promise.all([this.api.start(), this.worker.start()]);
  }

  /**
   * What would happen in hours, in seconds: the time of numbers that wait for nothing is shortened, so that deadlines fall into
   * the crashes, and stock comes in. While the worker is dead nobody asks the agent for its stock: it stays on sale all the same.
   */
  async tick(): Promise<void> {
    const { owner } = this.server;
    await execute(owner, sql`update supply_suppliers set last_success_at = app_now()`);
    await execute(
      owner,
      sql`update activations set due_at = app_now() + interval '2 seconds', expires_at = app_now() + interval '2 seconds'
          where id % 4 = 3 and state = 'waiting' and closed_at is null and due_at > app_now() + interval '1 minute'`,
    );
    await this.#rentStock?.tick();
    const offerId = this.offers.get(OWN_COUNTRY)?.offerId as number;
    const from = this.#lastNumber + 1;
    this.#lastNumber += OWN_STOCK;
    const added = await execute(
      owner,
      sql`insert into supply_stock (offer_id, number) select ${offerId}, n from generate_series(${from}::bigint, ${this.#lastNumber}::bigint) n
          where (select count(*) from supply_stock where offer_id = ${offerId}) < ${OWN_STOCK / 2}`,
    );
    if (added === 0) this.#lastNumber = from - 1;
  }
}

/** With an API key to buy and a session to pay in and take money out, which no key may. */
async function givenCrashBuyer(owner: Db): Promise<CrashBuyer> {
  const buyer = await givenApiBuyer(owner, FIRST_MONEY);
  const { token } = await openSession(owner, { userId: buyer.userId, ip: "127.0.0.1", userAgent: "test" });
  return { ...buyer, session: token };
}
