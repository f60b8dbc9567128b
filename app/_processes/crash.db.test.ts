import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/writes.ts";
import { referenceOf } from "#features/payments/rules.ts";
import { seedPolicy } from "#features/policy/writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { type ApiBuyer, givenApiBuyer } from "#lib/testing/api-buyer.ts";
import { givenLane, type Lane } from "#lib/testing/market.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { RememberingAgent } from "#lib/testing/remembering-agent.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { StandInGateway } from "#lib/testing/stand-in-gateway.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";

/**
 * The API and the worker as processes of their own on a real database, under a load of purchases, cancels, SMS and
 * top-ups, killed with SIGKILL again and again: at chosen statements (before the database heard of them, and after it
 * did them without being able to say so) and at random moments. Callers repeat whatever was not answered.
 */
const OWN_COUNTRY = 6;
const AGENT_COUNTRY = 4;
const BUYERS = 8;
const FIRST_MONEY = 500_000;
const TOP_UP = 10_000;
const RETRY_PAUSE_MS = 150;

type Point = { marker: string; moment: "before" | "after" } | "random";
const around = (marker: string): Point[] => [
  { marker, moment: "before" },
  { marker, moment: "after" },
];

/** Each process is killed at one point after the other, independently of the other. */
const apiPoints: Point[] = [
  ...around("activations-buy"),
  "random",
  ...around("activations-assign"),
  ...around("activations-receive"),
  ...around("activations-give-back"),
  ...around("ledger_move"),
];
const workerPoints: Point[] = [
  ...around("activations-expire"),
  ...around("set done_at"),
  ...around("activations-assign"),
  "random",
  ...around("for update skip locked"),
  ...around("activations-expire"),
];
/** Rounds of the API. */
const DATABASE_DIES_AFTER = [2, 5, 8];
const RANDOM_WITHIN_MS = 1_000;
/** A point that the load does not reach in time becomes a kill at random. */
const POINT_WITHIN_MS = { api: 6_000, worker: 2_500 };
/** Below the hourly limit of payments that one buyer may begin. */
const TOP_UPS_PER_BUYER = 40;

let server: OwnDatabase;
const agent = new RememberingAgent({ country: "philippines", service: "tg", firstNumber: 639_170_000_000 });
const provider = new StandInGateway();
const lanes = new Map<number, Lane>();
const buyers: ApiBuyer[] = [];

/** A process under test: started, killed at points, started again at the same port behind the same proxy. */
class Victim {
  readonly name: "api" | "worker";
  readonly proxy: TcpProxy;
  readonly #env: Record<string, string>;
  #process: SpawnedProcess | null = null;
  kills = 0;
  pointsHit = 0;

  constructor(name: "api" | "worker", proxy: TcpProxy, settings: Record<string, string>) {
    this.name = name;
    this.proxy = proxy;
    this.#env = { ...settings, DATABASE_URL: server.urlVia(proxy.port) };
  }

  async start(): Promise<void> {
    this.#process = await spawnProcess(this.name, this.#env);
  }

  async kill(): Promise<void> {
    const process = this.#process;
    this.#process = null;
    if (!process) return;
    this.kills += 1;
    await process.stop("SIGKILL");
    this.proxy.watch({});
    this.proxy.reset();
  }

  async stop(): Promise<void> {
    await this.#process?.stop("SIGTERM");
    this.#process = null;
  }

  /** Kills it when its point passes, at the latest after a while; resolves when it is dead. */
  async killAt(point: Point): Promise<void> {
    if (point === "random") await pause(Math.random() * RANDOM_WITHIN_MS);
    else await Promise.race([this.#passed(point), pause(POINT_WITHIN_MS[this.name])]);
    await this.kill();
  }

  #passed({ marker, moment }: Exclude<Point, "random">): Promise<void> {
    return new Promise((resolve) => {
      const hit = () => {
        this.pointsHit += 1;
        resolve();
        return "swallow" as const;
      };
      let asked: object | null = null;
      this.proxy.watch({
        up: (bytes, connection) => {
          if (!bytes.includes(marker)) return "pass";
          if (moment === "before") return hit();
          asked ??= connection;
          return "pass";
        },
        down: (_, connection) => (connection === asked ? hit() : "pass"),
      });
    });
  }
}

let api: Victim;
let worker: Victim;
let origin = "";

beforeAll(async () => {
  server = await OwnDatabase.start();
  await withTransaction(server.owner, seedCatalogue);
  await withTransaction(server.owner, seedPolicy);
  await Promise.all([agent.start(), provider.start()]);
  lanes.set(OWN_COUNTRY, await givenLane(server.owner, { countryId: OWN_COUNTRY, count: 5_000 }));
  lanes.set(
    AGENT_COUNTRY,
    await givenLane(server.owner, {
      kind: "agent",
      countryId: AGENT_COUNTRY,
      baseUrl: agent.url,
      honoursClientId: true,
      count: 5_000,
    }),
  );
  for (let index = 0; index < BUYERS; index += 1) buyers.push(await givenApiBuyer(server.owner, FIRST_MONEY));
  const [port, workerPort] = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${port}`;
  api = new Victim("api", await givenProxy(), { ...settings(port, workerPort) });
  worker = new Victim("worker", await givenProxy(), { ...settings(port, workerPort) });
  await Promise.all([api.start(), worker.start()]);

  async function givenProxy(): Promise<TcpProxy> {
    const proxy = new TcpProxy({ host: "127.0.0.1", port: server.port });
    await proxy.start();
    return proxy;
  }
  function settings(apiPort: number, healthPort: number): Record<string, string> {
    return {
      AUTH_SECRET: env.AUTH_SECRET as string,
      DATA_KEY: env.DATA_KEY as string,
      LOG_LEVEL: "info",
      PORT: String(apiPort),
      PUBLIC_URL: origin,
      SUPPLIERS_MAY_BE_PRIVATE: "1",
      TEST_GATEWAY_SECRET: provider.secret,
      TEST_GATEWAY_URL: provider.url,
      WEB_URL: "http://127.0.0.1:9",
      WORKER_PORT: String(healthPort),
    };
  }
}, 120_000);

afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await Promise.all([api?.proxy.stop(), worker?.proxy.stop()]);
  agent.stop();
  provider.stop();
  await server?.end();
}, 60_000);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

type Answer = { status: number; text: string; code: string | null };
type CallPart = {
  key?: string;
  idempotencyKey?: string;
  body?: unknown;
  rawBody?: string;
  headers?: Record<string, string>;
};

/** Calls until there is a definite answer: a fault of the line, 503, 409 "in flight" and 5xx are repeated. */
async function untilAnswered(method: string, path: string, part: CallPart): Promise<Answer> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await callOnce(method, path, part).catch(() => null);
    if (answer && answer.status < 500 && answer.code !== "PURCHASE_IN_FLIGHT") return answer;
    // A crash is never told as a fault of ours.
    if (answer && answer.status !== 503 && answer.status >= 500)
      throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await pause(RETRY_PAUSE_MS);
  }
  throw new Error(`${method} ${path} was never answered`);
}

async function callOnce(method: string, path: string, part: CallPart): Promise<Answer> {
  const body = part.rawBody ?? (part.body === undefined ? undefined : JSON.stringify(part.body));
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      "user-agent": "test",
      ...(part.key === undefined ? {} : { authorization: `Bearer ${part.key}` }),
      ...(part.idempotencyKey === undefined ? {} : { "idempotency-key": part.idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...part.headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
  return { status: response.status, text, code: json?.error?.code ?? null };
}

type Order = { buyer: ApiBuyer; countryId: number; idempotencyKey: string; id: number; number: string };
const orders: Order[] = [];
const refused: { buyer: ApiBuyer; idempotencyKey: string; countryId: number; code: string | null }[] = [];
const cancelled = new Set<number>();
const withSms = new Set<number>();
const topUps = new Map<number, number>();
let smsId = 1_000;

function buyPath(countryId: number): string {
  return `/api/sms-users/get-number/${countryId}/tg`;
}

async function buy(buyer: ApiBuyer, countryId: number): Promise<Order | null> {
  const idempotencyKey = randomUUID();
  const answer = await untilAnswered("POST", buyPath(countryId), { key: buyer.key, idempotencyKey });
  const bought = /ACCESS_NUMBER:(\d+):(\d+)/.exec(answer.text);
  if (!bought) {
    expect(["NO_NUMBERS", "NO_BALANCE"], answer.text).toContain(answer.code);
    refused.push({ buyer, idempotencyKey, countryId, code: answer.code });
    return null;
  }
  const order = { buyer, countryId, idempotencyKey, id: Number(bought[1]), number: bought[2] as string };
  orders.push(order);
  return order;
}

async function cancel(order: Order): Promise<void> {
  const answer = await untilAnswered("POST", `/api/activations/${order.id}/cancel`, { key: order.buyer.key });
  // It may have expired meanwhile.
  if (answer.status === 200) cancelled.add(order.id);
  else expect(answer.code, answer.text).toBe("BAD_STATUS");
}

/** The partner's server tells an SMS until it hears SUCCESS, twice over. */
async function sendSms(order: Order): Promise<void> {
  smsId += 1;
  const { pushKey } = lanes.get(order.countryId) as Lane;
  const body = {
    action: "PUSH_SMS",
    key: pushKey,
    smsId,
    phone: Number(order.number),
    phoneFrom: "Telegram",
    text: `code ${smsId}`,
  };
  const tell = () => untilAnswered("POST", "/api/partner/sms", { body });
  for (const answer of await Promise.all([tell(), tell()])) expect(answer.text).toContain("SUCCESS");
  withSms.add(order.id);
}

async function topUp(buyer: ApiBuyer): Promise<void> {
  if ((topUps.get(buyer.userId) ?? 0) >= TOP_UPS_PER_BUYER) return;
  const begun = await untilAnswered("POST", "/api/payments", {
    key: buyer.key,
    idempotencyKey: randomUUID(),
    body: { method: "test-gateway", amountKopecks: TOP_UP },
  });
  expect([201, 502], begun.text).toContain(begun.status);
  const { id } = JSON.parse(begun.text) as { id: number };
  const payment = provider.paymentOf(referenceOf(id));
  Object.assign(payment, { status: "paid", paidAmount: "100.00" });
  const tell = () =>
    untilAnswered("POST", "/api/payments/webhooks/test-gateway", provider.notice({ id: payment.id }));
  for (const answer of await Promise.all([tell(), tell(), tell()]))
    expect(answer.status, answer.text).toBe(200);
  topUps.set(buyer.userId, (topUps.get(buyer.userId) ?? 0) + 1);
}

let isLoaded = true;

async function live(buyer: ApiBuyer, place: number): Promise<void> {
  for (let round = place; isLoaded; round += 1) {
    const order = await buy(buyer, round % 2 === 0 ? OWN_COUNTRY : AGENT_COUNTRY);
    if (order && round % 4 < 2) await sendSms(order);
    else if (order && round % 4 === 2) await cancel(order);
    if (round % 5 === 0) await topUp(buyer);
    await pause(30);
  }
}

/**
 * Shortens the time of numbers that wait for nothing, so that deadlines fall into the crashes. While the worker is dead
 * nobody asks the agent for its stock: he stays on sale all the same, since his orders are what the crashes are to meet.
 */
async function shortenWaits(): Promise<void> {
  while (isLoaded) {
    await execute(server.owner, sql`update supply_suppliers set last_success_at = app_now()`).catch(
      () => undefined,
    );
    await execute(
      server.owner,
      sql`update activations set due_at = app_now() + interval '2 seconds', expires_at = app_now() + interval '2 seconds'
          where id % 4 = 3 and state = 'waiting' and due_at > app_now() + interval '1 minute'`,
    ).catch(() => undefined);
    await pause(500);
  }
}

async function killAgainAndAgain(
  victim: Victim,
  points: readonly Point[],
  onRound: () => void,
): Promise<void> {
  for (const point of points) {
    if (!isLoaded) return;
    await victim.killAt(point);
    onRound();
    await victim.start();
  }
}

/** PostgreSQL dies in the middle of it too, while the others live and must find it again by themselves. */
async function killDatabase(roundsDone: () => number): Promise<void> {
  for (const round of DATABASE_DIES_AFTER) {
    while (isLoaded && roundsDone() < round) await pause(50);
    await server.crash("SIGKILL");
    await server.startAgain();
  }
}

it("kill -9 of the API, the worker and PostgreSQL under load loses nothing and doubles nothing", {
  timeout: 240_000,
}, async () => {
  const load = Promise.all([...buyers.map((buyer, place) => live(buyer, place)), shortenWaits()]);
  load.catch(() => (isLoaded = false));
  const rounds = { api: 0, worker: 0 };
  await Promise.all([
    killAgainAndAgain(api, apiPoints, () => (rounds.api += 1)),
    killAgainAndAgain(worker, workerPoints, () => (rounds.worker += 1)),
    killDatabase(() => rounds.api),
  ]);
  isLoaded = false;
  await load;
  expect(api.kills).toBeGreaterThanOrEqual(10);
  expect(worker.kills).toBeGreaterThanOrEqual(10);
  expect(api.pointsHit).toBeGreaterThanOrEqual(4);
  expect(worker.pointsHit).toBeGreaterThanOrEqual(1);
  await everythingComesToAnEnd();
  await expectEveryKeyToMeanOneOrder();
  await expectMoneyToFollow();
  await server.checkEverything();
});

/** Nothing hangs: orders that nobody ends expire, and agents hear of every number that was not used. */
async function everythingComesToAnEnd(): Promise<void> {
  await execute(
    server.owner,
    sql`update activations set due_at = app_now(), expires_at = app_now() where state in ('waiting', 'received')`,
  );
  await expect
    .poll(
      async () =>
        rows(
          server.owner,
          sql`select id, state, due_at from activations where closed_at is null order by id limit 3`,
        ),
      { timeout: 60_000, interval: 250 },
    )
    .toEqual([]);
  const late = await rows(
    server.owner,
    sql`select id, state, expires_at, closed_at from activations
        where state = 'expired' and closed_at > expires_at + interval '60 seconds'`,
  );
  expect(late).toEqual([]);
}

async function expectEveryKeyToMeanOneOrder(): Promise<void> {
  expect(orders.length).toBeGreaterThan(20);
  expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length);
  const stored = await rows<{ id: number; idempotency_key: string; number: string; state: string }>(
    server.owner,
    sql`select id, idempotency_key, number::text, state from activations`,
  );
  // An attempt that failed gives its key free, so that the buyer may try again with it.
  const attempts = stored.filter(({ state }) => state !== "failed");
  const byKey = Map.groupBy(attempts, (row) => row.idempotency_key);
  for (const order of orders) {
    const [row, ...more] = byKey.get(order.idempotencyKey) ?? [];
    expect(more).toEqual([]);
    expect(row).toMatchObject({ id: order.id, number: order.number });
    if (cancelled.has(order.id)) expect(row?.state).toBe("cancelled");
  }
  for (const { idempotencyKey } of refused) expect(byKey.has(idempotencyKey)).toBe(false);
  const known = new Set([...orders, ...refused].map(({ idempotencyKey }) => idempotencyKey));
  expect([...byKey.keys()].filter((key) => !known.has(key))).toEqual([]);
  for (const order of orders.slice(-20)) {
    const again = await untilAnswered("POST", buyPath(order.countryId), {
      key: order.buyer.key,
      idempotencyKey: order.idempotencyKey,
    });
    expect(again.text).toContain(`ACCESS_NUMBER:${order.id}:${order.number}`);
  }
}

async function expectMoneyToFollow(): Promise<void> {
  for (const buyer of buyers) {
    const wallet = await one<{ posted: number; held: number; spent: number }>(
      server.owner,
      sql`select w.posted_kopecks as posted, w.held_kopecks as held,
            coalesce((select sum(price_kopecks) from activations a where a.user_id = w.user_id and received_at is not null), 0)::bigint as spent
          from ledger_accounts w where w.user_id = ${buyer.userId}`,
    );
    expect(wallet.held).toBe(0);
    expect(wallet.posted).toBe(FIRST_MONEY + (topUps.get(buyer.userId) ?? 0) * TOP_UP - wallet.spent);
  }
  const captured = await rows<{ id: number; times: number }>(
    server.owner,
    sql`select a.id, a.messages_count as times from activations a where a.received_at is not null`,
  );
  // One SMS told four times and more is one code; an SMS that came after the end of its order is none.
  for (const { id, times } of captured) {
    expect(withSms.has(id)).toBe(true);
    expect(times).toBe(1);
  }
}
