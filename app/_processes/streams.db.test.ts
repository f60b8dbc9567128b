import { type ClientRequest, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { type SpawnedProcess, spawnOnFreePort, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const STREAMS = 200;
const STREAMS_PER_BUYER = 10;
const KILLS = 2;

const { db, url } = await useTestDb();
const buyers: ApiBuyer[] = [];
const streams: Stream[] = [];
let api: SpawnedProcess;
let settings: Record<string, string>;
let origin = "";

/** A reader as a browser is one: comes back by itself with the id of the last event it has. */
class Stream {
  readonly buyer: ApiBuyer;
  readonly seenOrders = new Set<number>();
  /** How often the server said that nothing was missed. */
  resumed = 0;
  isOpen = false;
  #lastEventId: string | null = null;
  #request: ClientRequest | null = null;
  #isClosed = false;

  constructor(buyer: ApiBuyer) {
    this.buyer = buyer;
  }

  open(): void {
    if (this.#isClosed) return;
    const headers = {
      authorization: `Bearer ${this.buyer.key}`,
      "user-agent": "test",
      ...(this.#lastEventId === null ? {} : { "last-event-id": this.#lastEventId }),
    };
    const request = get(`${origin}/api/stream`, { headers, agent: false }, (response) => {
      const parser = createParser({ onEvent: (event) => this.#take(event) });
      response.setEncoding("utf8");
      response.on("data", (text: string) => parser.feed(text));
      response.on("error", () => undefined);
    });
    this.#request = request;
    request.on("error", () => undefined);
    request.on("close", () => {
      this.isOpen = false;
      if (!this.#isClosed) setTimeout(() => this.open(), 100 + Math.random() * 200);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#request?.destroy();
  }

  #take({ id, event, data }: { id?: string | undefined; event?: string | undefined; data: string }): void {
    if (id !== undefined) this.#lastEventId = id;
    const body = JSON.parse(data) as { resumed?: boolean; activation?: { id: number } };
    if (event === "ready") {
      this.isOpen = true;
      if (body.resumed) this.resumed += 1;
    }
    if (body.activation) this.seenOrders.add(body.activation.id);
  }
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 2_000 });
  for (let index = 0; index < STREAMS / STREAMS_PER_BUYER; index += 1)
    buyers.push(await givenApiBuyer(db, 1_000_000));
  const settingsOn = (port: number) => ({
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEB_URL: "http://127.0.0.1:9",
  });
  api = await spawnOnFreePort("api", settingsOn);
  settings = settingsOn(api.port);
  origin = settings.PUBLIC_URL as string;
});

afterAll(async () => {
  for (const stream of streams) stream.close();
  await api?.stop("SIGKILL");
});

const allOpen = () =>
  expect.poll(() => streams.filter(({ isOpen }) => isOpen).length, { timeout: 30_000 }).toBe(STREAMS);

it("200 open streams miss nothing when the process that serves them is killed again and again", {
  timeout: 120_000,
}, async () => {
  for (const buyer of buyers) {
    for (let index = 0; index < STREAMS_PER_BUYER; index += 1) {
      const stream = new Stream(buyer);
      streams.push(stream);
      stream.open();
    }
  }
  await allOpen();

  const bought = new Map<number, Set<number>>(buyers.map(({ userId }) => [userId, new Set()]));
  let isBuying = true;
  // Another process goes on selling while the readers are cut off.
  const buying = (async () => {
    for (let index = 0; isBuying; index += 1) {
      const { userId } = buyers[index % buyers.length] as ApiBuyer;
      const order = await buyActivation(db, purchase({ userId, channel: "api" }));
      bought.get(userId)?.add(order.id);
      await pause(10);
    }
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300 + Math.random() * 300);
    await api.stop("SIGKILL");
    await expect.poll(() => streams.some(({ isOpen }) => isOpen)).toBe(false);
    await pause(200);
    api = await spawnProcess("api", settings);
    await allOpen();
  }
  isBuying = false;
  await buying;

  const missing = () =>
    streams.flatMap((stream) =>
      [...(bought.get(stream.buyer.userId) ?? [])].filter((id) => !stream.seenOrders.has(id)),
    ).length;
  await expect.poll(missing, { timeout: 20_000 }).toBe(0);
  expect([...bought.values()].every((ids) => ids.size > 0)).toBe(true);
  // Each came back by resuming, not by beginning anew.
  expect(streams.every(({ resumed }) => resumed >= KILLS)).toBe(true);
});
