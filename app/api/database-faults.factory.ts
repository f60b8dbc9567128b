import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import { apiRoutes } from "#app/api/api-app.ts";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { activationSweeps } from "#features/activations/activations.jobs.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { newApiKey } from "#features/identity/accounts.factory.ts";
import { liveHub } from "#features/notifications/notifications.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { databaseAnswers } from "#lib/api/readiness.ts";
import { type Listening, listen } from "#lib/db/listen.ts";
import { createDb, type Db, requestLimits } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { requireEnv } from "#lib/env.ts";
import { notify } from "#lib/jobs/events.ts";
import { defineJob, enqueue, startQueue } from "#lib/jobs/queue.ts";
import { runSweeps } from "#lib/jobs/sweeps.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";

/** Set-up of the faults of a database: the whole API and a worker on a PostgreSQL of their own, behind a proxy. */
/** A request may wait for a connection (3 s) or for a lost statement (3.2 s), not for both again and again. */
export const ANSWER_WITHIN_MS = 9_000;
/** Promised are 5 s; the rest is for a busy machine. */
export const RECOVERY_WITHIN_MS = 7_500;

const probes: string[] = [];
const probeJob = defineJob({
  name: "fault_probe",
  payload: z.object({ mark: z.string() }),
  handler: async (_db, { mark }) => {
    probes.push(mark);
  },
});

export let server: OwnDatabase;
export let proxy: TcpProxy;
export let db: Db;
let workerDb: Db;
let port: RealPort;
let notices: Listening;
export let origin = "";
let buyer: ApiBuyer;
let heard = 0;
const stopping = new AbortController();
let working: Promise<unknown>[] = [];

beforeAll(async () => {
  server = await OwnDatabase.start();
  proxy = new TcpProxy({ host: "127.0.0.1", port: server.port });
  await proxy.start();
  const url = server.urlVia(proxy.port);
  db = createDb(url, { ...requestLimits, max: 16, applicationName: "test api" });
  workerDb = createDb(url, { max: 8, applicationName: "test worker" });
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(server.owner, { countryId: 6, count: 400, priceKopecks: 1_000, costKopecks: 700 });
  buyer = await givenApiBuyer(server.owner, 100_000_000);
  const live = liveHub(db);
  notices = listen(url, {
    channels: { job_events: () => live.wake(), policy_changed: () => (heard += 1) },
    onConnected: () => live.wake(),
  });
  await notices.ready;
  const runner = await startQueue(workerDb, [probeJob as never], 1);
  working = [
    runSweeps(workerDb, activationSweeps, stopping.signal),
    runner.promise.catch((error: unknown) => error),
  ];
  stopping.signal.addEventListener("abort", () => void runner.stop());
  port = await openRealPort(db, { database: databaseAnswers(db) });
  origin = port.origin;
});

afterAll(async () => {
  await proxy.restore();
  stopping.abort();
  liveHub(db).close();
  await port.stop();
  await notices.close();
  await Promise.all(working);
  try {
    await server.checkEverything();
  } finally {
    await Promise.all([db.close(), workerDb.close()]);
    await proxy.stop();
    await server.end();
  }
});

type Answer = {
  status: number;
  code: string | null;
  text: string;
  tookMs: number;
  retryAfter: string | null;
  replayed: boolean;
};

async function call(
  method: string,
  path: string,
  part: {
    key?: string;
    body?: unknown;
    idempotencyKey?: string;
    headers?: Readonly<Record<string, string>>;
  } = {},
) {
  const startedMs = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      "user-agent": "test",
      ...part.headers,
      ...(part.key === undefined ? {} : { authorization: `Bearer ${part.key}` }),
      ...(part.body === undefined ? {} : { "content-type": "application/json" }),
      ...(part.idempotencyKey === undefined ? {} : { "idempotency-key": part.idempotencyKey }),
    },
    ...(part.body === undefined ? {} : { body: JSON.stringify(part.body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? JSON.parse(text) : null;
  return {
    status: response.status,
    code: body?.error?.code ?? body?.error ?? null,
    text,
    tookMs: performance.now() - startedMs,
    retryAfter: response.headers.get("retry-after"),
    replayed: response.headers.get("idempotency-replayed") === "true",
  } satisfies Answer;
}

export const buy = (idempotencyKey: string = randomUUID(), key = buyer.key) =>
  call("POST", "/api/sms-users/get-number/6/tg", { key, idempotencyKey });
export const balance = () => call("GET", "/api/sms-users/balance", { key: buyer.key });
const handlerApi = (action: string) =>
  call(
    "GET",
    `/stubs/handler_api.php?action=${action}&api_key=${buyer.key}&service=tg&country=6&id=1&status=8`,
  );

/** Of the form of ours: who signed it is asked of the database. */
const licenceKey = [{ alg: "EdDSA", typ: "licence+jwt", kid: "k".repeat(43) }, { jti: "1" }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

/** What a caller sends to each endpoint that is not satisfied with samples. */
const bodies: Readonly<Record<string, unknown>> = {
  login: { email: "a@example.com", password: "correct horse battery" },
  finishLogin: { challenge: "t".repeat(43), code: "123456" },
  mailRecoveryCode: { challenge: "t".repeat(43) },
  recoverSecondFactor: { challenge: "t".repeat(43), code: "12345678" },
  cancelFactorRecoveryByLink: { token: "t".repeat(43) },
  requestPassword: { email: "a@example.com" },
  requestMailCode: { email: "a@example.com" },
  loginByMailCode: { request: "t".repeat(43), code: "12345678" },
  requestService: { website: "example.com", smsText: "Your code is 1234", email: "a@example.com" },
  askForStock: { serviceId: 52, email: "a@example.com" },
  sendFeedback: { name: "Anna", message: "Where is my number?", email: "a@example.com" },
  sendReview: { name: "Anna", text: "It works.", rating: 5 },
  applyAsPartner: {
    ...{ contact: "@anna", simCountries: "Latvia", modems: "Ejoin", ports: 16, about: "32 cards" },
    email: "a@example.com",
  },
  resendConfirmation: { email: "a@example.com" },
  resetPassword: { token: "t".repeat(43), password: "correct horse battery 9" },
  confirmEmail: { token: "t".repeat(43) },
  takeEmailBack: { token: "t".repeat(43) },
  register: {
    email: "b@example.com",
    password: "correct horse battery 9",
    agreePrivacy: true,
    agreeOffer: true,
  },
  startGuestPayment: {
    ...{ email: "c@example.com", method: "test-gateway", amountKopecks: 20_000 },
    ...{ agreePrivacy: true, agreeOffer: true },
  },
  pushSms: { action: "PUSH_SMS", key: "k", smsId: 1, phone: 628110000000, phoneFrom: "T", text: "1" },
  pushCall: { action: "PUSH_CALL", key: "k", callId: 1, phone: 628110000000, phoneFrom: "T" },
  clearKeptPages: { kind: "faq" },
  reportNumbers: { action: "NUMBERS_CHANGED", key: "k" },
  checkWork: { action: "CHECK_WORK", key: "k" },
  verifyLicence: { key: licenceKey },
  activateLicence: { key: licenceKey, device: "machine-1" },
  releaseLicenceByKey: { key: licenceKey, device: "machine-1" },
  receiveTelegramUpdate: { update_id: 1, message: { chat: { id: 8_001, type: "private" } } },
};
/** What shows who calls where that is no key. */
const signs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  receiveTelegramUpdate: { "x-telegram-bot-api-secret-token": requireEnv("TELEGRAM_WEBHOOK_SECRET") },
};
const samples: Readonly<Record<string, string>> = {
  countryExternalId: "6",
  serviceExternalId: "tg",
  serviceId: "52",
  countryId: "6",
  provider: "test-gateway",
};

const queries: Readonly<Record<string, string>> = {
  listRentPrices: "?service_external_id=tg",
  listReadyOffers: "?service=tg",
  restListOffers: "?service=tg",
  searchSite: "?q=tele",
  getShownText: "?path=/blog",
  restListAccountOffers: "?service=tg",
  restListRentOffers: "?service=tg",
};

/** So many ask at once: what is asked of the pool must not grow with every new endpoint. */
const AT_ONCE = 100;

/** Every endpoint of the API once, each with a key that nobody has asked about yet. */
async function askEveryEndpoint(): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (let start = 0; start < apiRoutes.length; start += AT_ONCE) {
    const asked = apiRoutes.slice(start, start + AT_ONCE).map(async ({ endpoint }) => {
      answers.set(endpoint.id, await askEndpoint(endpoint));
    });
    await Promise.all(asked);
  }
  return answers;
}

function askEndpoint(endpoint: Endpoint): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? "1");
  return call(endpoint.method, `/api${path}${queries[endpoint.id] ?? ""}`, {
    ...(endpoint.access === "public" ? {} : { key: newApiKey() }),
    ...(endpoint.method === "GET" ? {} : { body: bodies[endpoint.id] ?? {} }),
    ...(endpoint.keyed ? { idempotencyKey: randomUUID() } : {}),
    headers: signs[endpoint.id] ?? {},
  });
}

/** These answer out of memory, or refuse before they look at anything. */
const NEEDS_NO_DATABASE = new Set([
  "pingPartner",
  "pingPartnerByPost",
  "getOpenApi",
  "restGetLimits",
  "restGetDocument",
  "restListServices",
  "restListCountries",
  "siteConfig",
  "showPicture",
  "listPaymentMethods",
  "listCountries",
  "listServices",
  "listRentServices",
  "listRentStock",
  "rentTerms",
  "receivePaymentNotice",
  "register",
  "startGuestPayment",
  "requestMailCode",
  "requestService",
  "askForStock",
  "sendFeedback",
  "writeOnFeedback",
  "sendReview",
  "applyAsPartner",
  // These want first what only an authenticator or a provider elsewhere can have made.
  "passkeyLogin",
  "passkeySecondFactor",
  "passkeySecondFactorOptions",
  "startSocial",
  "finishSocial",
  "registerSocial",
  "requestPassword",
  "resendConfirmation",
  "logout",
  "keepAccount",
]);

const REMEDY =
  "what wants a body or a query gets one in `bodies` or `queries`, what needs no database is named in NEEDS_NO_DATABASE";

export async function expectClearRefusals(): Promise<void> {
  for (const [id, answer] of await askEveryEndpoint()) {
    const seen = `${id}: ${answer.status} ${answer.text.slice(0, 200)} after ${Math.round(answer.tookMs)} ms`;
    expect(answer.tookMs, seen).toBeLessThan(ANSWER_WITHIN_MS);
    if (NEEDS_NO_DATABASE.has(id) && answer.status < 500) continue;
    expect(answer.status, `${seen}; ${REMEDY}`).toBe(503);
    expect(answer.retryAfter, seen).toMatch(/^\d+$/);
    expect(answer.code, seen).toMatch(/^(UNAVAILABLE|SERVER_ERROR)$/);
    expect(answer.text, seen).not.toMatch(/\bat .*\.ts|ECONN|postgres|127\.0\.0\.1/i);
  }
}

export async function expectWordsOfTheProtocol(): Promise<void> {
  const actions = ["getBalance", "getNumber", "getStatus", "setStatus", "getActiveActivations"];
  for (const answer of await Promise.all(actions.map(handlerApi))) {
    expect(answer.text).toBe("ERROR_SQL");
    expect(answer.status).toBe(200);
    expect(answer.tookMs).toBeLessThan(ANSWER_WITHIN_MS);
  }
}

/** Asks again and again, as a client does; answers after how many milliseconds it worked. */
export async function untilItWorks(attempt: () => Promise<Answer>): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const answer = await attempt();
    if (answer.status < 400) return performance.now() - startedMs;
    expect(answer.status, answer.text).toBe(503);
    if (performance.now() - startedMs > 20_000) throw new Error(`still ${answer.status} ${answer.text}`);
    await pause(50);
  }
}

type LiveReader = { text: () => string; hasEnded: () => boolean; close: () => void };

export async function openStream(): Promise<LiveReader> {
  const closing = new AbortController();
  const response = await fetch(`${origin}/api/stream`, {
    headers: { authorization: `Bearer ${buyer.key}` },
    signal: closing.signal,
  });
  expect(response.status).toBe(200);
  let text = "";
  let ended = false;
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
  })()
    .catch(() => undefined)
    .finally(() => (ended = true));
  await eventually(() => expect(text).toContain("event: ready"));
  return { text: () => text, hasEnded: () => ended, close: () => closing.abort() };
}

/** Connections that are open and idle, as after a busy minute. */
export async function warmUp(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => one(db, sql`select pg_sleep(0.05)`)));
  expect(db.pool.idleCount).toBeGreaterThanOrEqual(count / 2);
}

/** Everything behind the endpoints goes on too: notices, open streams, deadlines, the queue. */
export async function expectEverythingGoesOn(stream: LiveReader): Promise<void> {
  const mark = randomUUID();
  const bought = await buy();
  expect(bought.status, bought.text).toBe(200);
  const id = Number(/ACCESS_NUMBER:(\d+)/.exec(bought.text)?.[1]);
  await eventually(() => expect(stream.text()).toContain(`"id":${id}`), { timeout: 8_000 });
  expect(stream.hasEnded()).toBe(false);
  await withTransaction(db, (tx) => enqueue(tx, probeJob, { mark }));
  await eventually(() => expect(probes).toContain(mark), { timeout: 15_000 });
  // A ping notices a half-open line of notices after 2 + 2 s at the latest.
  await eventually(
    async () => {
      const before = heard;
      await notify(db, "policy_changed", "");
      await eventually(() => expect(heard).toBeGreaterThan(before), { timeout: 300 });
    },
    { timeout: 15_000 },
  );
  await moveClock(server.owner, "21 minutes");
  await eventually(
    async () => {
      const row = await one<{ state: string }>(
        server.owner,
        sql`select state from activations where id = ${id}`,
      );
      expect(row.state).toBe("expired");
    },
    { timeout: 15_000 },
  );
  await resetClock(server.owner);
}

beforeEach(async () => {
  await server.startAgain();
  await proxy.restore();
  proxy.watch({});
});
