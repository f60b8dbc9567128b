import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTraces } from "#app/_proofs/retention/traces.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { smsEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { createWebhook } from "#features/notifications/webhooks/webhooks.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { givenServer } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/** What SMS say, through every door, is followed until it has to be gone: with the real processes and their own sweeps. */
const { db, owner, url } = await useTestDb();

/** A word of the text, the code and the sender, of every door its own. */
const planted = (door: string, code: string) => ({
  text: `${door}text: your code is ${code}, tell nobody`,
  sender: `${door}sender`,
  words: [`${door}text`, `${door}sender`, code],
});
const activation = planted("Zqactivation", "73150426");
const second = planted("Zqsecond", "73150427");
const late = planted("Zqlate", "73150428");
const rental = planted("Zqrental", "73150429");
const unmatched = planted("Zqunmatched", "73150430");
const malformed = planted("Zqmalformed", "73150431");
const upstream = "Zqupstreamsaid";
const caller = "Zqcaller";
const brief = [activation, second, late, unmatched, malformed].flatMap(({ words }) => words);
/** What the agent keeps answering, an SMS's words among it: nobody can use it, and the staff see such answers for a week. */
const said = [malformed.words[0], malformed.words[2], upstream];
const all = [...brief, ...rental.words, upstream, caller];

// Tells back whatever it is told, as a server in its debugging days does; the other one also fails.
const echo = await givenServer((request, response) => void response.writeHead(200).end(request.raw));
const failing = await givenServer((request, response) => void response.writeHead(500).end(request.raw));
const classic = await givenServer((request, response) => void response.writeHead(500).end(request.raw));
const agent = await givenServer(
  (_request, response) =>
    void response
      .writeHead(200)
      .end(JSON.stringify({ status: upstream, error: `${upstream} ${malformed.text}` })),
);

let api: SpawnedProcess;
let worker: SpawnedProcess;
let settings: Record<string, string>;
let origin: string;
let buyer: ApiBuyer;
let order: { id: number; key: string };
const printed: string[] = [];

async function startWorker(): Promise<void> {
  worker = await spawnProcess("worker", settings);
}

async function end(process: SpawnedProcess | undefined, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  await process?.stop(signal);
  printed.push(process?.printed() ?? "");
}

async function push(path: "sms" | "call", body: object): Promise<number> {
  const answer = await fetch(`${origin}/api/partner/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: gzipSync(JSON.stringify(body)),
  });
  await answer.text();
  return answer.status;
}

let lastSms = 0;
const sms = (key: string, phone: number | string, { text, sender }: { text: string; sender: string }) => {
  lastSms += 1;
  return push("sms", {
    action: "PUSH_SMS",
    key,
    smsId: lastSms,
    phone: Number(phone),
    phoneFrom: sender,
    text,
  });
};

async function rest(method: string, path: string, key: string = randomUUID(), body?: object) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${buyer.key}`,
      "idempotency-key": key,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

const buy = (country: number) => rest("POST", "/activations", randomUUID(), { service: "tg", country });

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  buyer = await givenApiBuyer(owner, 1_000_000);
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  settings = {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    LOG_LEVEL: "debug",
    PORT: String(port),
    PUBLIC_URL: origin,
    SUPPLIERS_MAY_BE_PRIVATE: "1",
    WEBHOOKS_MAY_BE_PRIVATE: "1",
    WEB_URL: "http://127.0.0.1:9",
    WORKER_PORT: String(await findFreePort()),
  };
  api = await spawnProcess("api", settings);
  await startWorker();
}, 120_000);

afterAll(() => Promise.all([end(api, "SIGKILL"), end(worker, "SIGKILL")]));

describe.sequential("what SMS say", { timeout: 120_000 }, () => {
  test("comes in by every door and is shown, told and kept", async () => {
    const whole = [...smsEvents, "activation.completed" as const];
    for (const told of [
      { name: "echo", url: new URL(echo.url), events: whole },
      { name: "failing", url: new URL(failing.url), events: whole },
      { name: "classic", url: new URL(classic.url), events: smsEvents, format: "classic" as const },
    ]) {
      await withTransaction(db, (tx) => createWebhook(tx, buyer.userId, told));
    }
    const offer = await givenOffer(owner, { countryId: 6, count: 5 });
    const bought = await buy(6);
    expect(bought.status).toBe(201);
    order = { id: bought.body.id, key: randomUUID() };
    expect(await sms(offer.pushKey, bought.body.number, activation)).toBe(200);
    expect(await sms(offer.pushKey, bought.body.number, second)).toBe(200);
    expect(await sms(offer.pushKey, 628_110_999_999, unmatched)).toBe(200);
    // Nothing that the protocol knows: refused, and nowhere written down.
    await push("sms", {
      action: "PUSH_SMS",
      key: offer.pushKey,
      smsId: "x",
      phone: "x",
      text: [malformed],
      from: malformed.text,
    });
    await push("sms", { action: malformed.text, key: malformed.sender, text: malformed.text });

    // A number that nobody texts in time, and whose SMS comes after the refund.
    const missed = await buy(6);
    await execute(
      owner,
      sql`update activations set due_at = app_now(), expires_at = app_now() where id = ${missed.body.id}`,
    );
    await expect
      .poll(async () => (await rest("GET", `/activations/${missed.body.id}`)).body.state, {
        timeout: 120_000,
      })
      .toBe("expired");
    expect(await sms(offer.pushKey, missed.body.number, late)).toBe(200);

    const rents = await givenRentOffer(owner);
    const rented = await rentNumber(db, rentInput({ userId: buyer.userId, channel: "api" }));
    const telegram = { ...rental, text: `Telegram: ${rental.text}` };
    expect(await sms(rents.pushKey, Number(rented.number), telegram)).toBe(200);
    await push("call", {
      action: "PUSH_CALL",
      key: rents.pushKey,
      callId: 1,
      phone: Number(rented.number),
      phoneFrom: caller,
    });

    // An agent that says what nobody understands, with an SMS in it.
    await givenOffer(owner, { kind: "agent", countryId: 4, baseUrl: agent.url });
    await buy(4);
    expect(agent.requests.length).toBeGreaterThan(0);

    const finished = await rest("POST", `/activations/${order.id}/finish`, order.key);
    expect(finished.status).toBe(200);
    expect(finished.body.messages.map(({ code }: { code: string }) => code)).toEqual([
      "73150427",
      "73150426",
    ]);
    const repeated = await rest("POST", `/activations/${order.id}/finish`, order.key);
    expect(repeated.headers.get("idempotency-replayed")).toBe("true");
    expect(repeated.body).toEqual(finished.body);

    for (const { requests } of [echo, failing, classic])
      await expect
        .poll(() => new Set(requests.map(({ body }) => (body.data ?? body).text).filter(Boolean)), {
          timeout: 120_000,
        })
        .toEqual(new Set([activation.text, second.text, late.text, telegram.text]));
    await expect
      .poll(() => one(owner, sql`select count(*)::int as n from notifications_webhook_attempts`), {
        timeout: 120_000,
      })
      .not.toEqual({ n: 0 });

    // It is looked for where it is: open, sealed and in arrays of JSON.
    const traces = await findTraces(owner, all);
    expect([...(traces.get("Zqactivationtext") ?? [])]).toEqual(
      expect.arrayContaining(["public.activations_messages.sealed_text", "public.supply_sms.sealed_text"]),
    );
    expect([...(traces.get("Zqlatetext") ?? [])]).toContain("public.activations_messages.sealed_text");
    expect([...(traces.get("Zqrentaltext") ?? [])]).toContain("public.rentals_messages.sealed_text");
    expect([...(traces.get("Zqunmatchedtext") ?? [])]).toEqual(["public.supply_sms.sealed_text"]);
    expect([...(traces.get("Zqactivationsender") ?? [])]).toContain("public.activations_messages.sender");
  });

  test("stands in no answer that is kept and in no delivery, only its id does", async () => {
    const traces = await findTraces(owner, all);
    for (const [word, places] of traces)
      for (const place of places) expect(`${word} ${place}`).not.toMatch(/answers\.|deliveries\./);
  });

  test("a day after the order's end is nowhere but in answers that nobody can use, a rental's is with the rental", async () => {
    await end(worker, "SIGTERM");
    await moveClock(owner, "25 hours");
    // The sweeps' first round of a worker that starts.
    await startWorker();
    const left = async () => {
      const traces = await findTraces(owner, all);
      return [...traces].flatMap(([word, places]) => [...places].map((place) => `${word} ${place}`)).sort();
    };
    await expect
      .poll(left, { timeout: 60_000, interval: 500 })
      .toEqual(
        [
          ...rental.words.map(
            (word) => `${word} public.rentals_messages.sealed_${word.endsWith("sender") ? "sender" : "text"}`,
          ),
          `73150429 public.rentals_messages.sealed_code`,
          `${caller} public.rentals_calls.sealed_caller`,
          ...said.map((word) => `${word} public.supply_exchanges.answer`),
        ].sort(),
      );
  });

  test("a repeated call with its old key still answers the same order, with the texts gone", async () => {
    const repeated = await rest("POST", `/activations/${order.id}/finish`, order.key);
    expect(repeated.status).toBe(200);
    expect(repeated.headers.get("idempotency-replayed")).toBe("true");
    expect(repeated.body).toMatchObject({ id: order.id, state: "completed" });
    expect(repeated.body.messages).toHaveLength(2);
    for (const message of repeated.body.messages)
      expect(message).toMatchObject({ activationId: order.id, sender: null, text: null, code: null });
  });

  test("what a delivery is sent again with says which SMS it was, and no longer what it said", async () => {
    const before = failing.requests.length;
    const beforeClassic = classic.requests.length;
    await moveClock(owner, "1 hour");
    const ofOrder = () =>
      failing.requests
        .slice(before)
        .filter(({ body }) => body.data.activationId === order.id && body.type === "activation.sms_received");
    await expect.poll(() => ofOrder().length, { timeout: 120_000 }).toBeGreaterThan(1);
    for (const { body } of ofOrder()) {
      expect(body.data.messageId).toBeGreaterThan(0);
      expect(body.data).toMatchObject({ sender: null, code: null, text: null });
    }
    const classicOnes = () =>
      classic.requests.slice(beforeClassic).filter(({ body }) => body.activationId === order.id);
    await expect.poll(() => classicOnes().length, { timeout: 120_000 }).toBeGreaterThan(1);
    for (const { body } of classicOnes()) expect(body).toMatchObject({ service: "tg", code: "", text: "" });
    const answers = await rows<{ answer: string }>(
      owner,
      sql`select a.answer from notifications_webhook_attempts a join notifications_webhook_deliveries d on d.id = a.delivery_id
          where d.type in ('activation.sms_received', 'rental.sms_received')`,
    );
    expect(answers.length).toBeGreaterThan(0);
    for (const { answer } of answers) for (const word of all) expect(answer).not.toContain(word);
  });

  test("of a rental is nowhere a week after its end, nor what an agent said that is no longer asked", async () => {
    await execute(owner, sql`update supply_suppliers set enabled = false where kind = 'agent'`);
    // Ended before the clock moves: a poll that is on its way would note its answer as of a week later.
    await end(worker, "SIGTERM");
    await moveClock(owner, "8 days");
    await startWorker();
    const left = async () =>
      [...(await findTraces(owner, all)).values()].reduce((sum, { size }) => sum + size, 0);
    await expect.poll(left, { timeout: 60_000, interval: 500 }).toBe(0);
  });

  test("was never in a line of a log", async () => {
    await end(worker, "SIGTERM");
    await end(api, "SIGTERM");
    const log = printed.join("\n");
    expect(log).toContain("worker is at work");
    for (const word of all.filter((one) => one !== upstream)) expect(log).not.toContain(word);
  });
});
