import { Agent, request as send } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { CSP_REPORT_PATH } from "#lib/api/front-door/policies.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { allStandIns } from "#lib/payment-stand-ins/registry.ts";
import { type CostlyBody, costlyBodies, packedBodies, stuffedBody } from "#lib/testing/costly-body.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** What a stranger's request may cost the process that serves it, in processor time of all its threads. */
const MS_PER_KB = 5;
const MS_IN_ALL = 50;
/** A collection of garbage may fall on any request; the body decides what the cheapest of so many costs. */
const TRIES = 6;

const { db, url } = await useTestDb();
const lines = new Agent({ keepAlive: true, maxSockets: 1 });
let api: SpawnedProcess;
let port = 0;
let host = "";
let requests = 0;

/** Every request comes from a network of its own: it is to be judged by what it costs, not refused for those before it. */
function nextAddress(): string {
  requests += 1;
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
}

/** Providers that are set up, so that each of them is asked to judge signatures. Nobody listens at their addresses. */
const standIns = allStandIns();
const providers = Object.assign(
  {},
  ...standIns.map(([, standIn]) => standIn.settingsAt("http://127.0.0.1:9")),
);
const providerNames = [...standIns.map(([provider]) => provider), "nobody"];

/** A signature in every header that some provider signs in: wrong, but enough to be compared. */
const signatures = {
  "x-nowpayments-sig": "0".repeat(128),
  "btcpay-sig": `sha256=${"0".repeat(64)}`,
  "x-gateway-timestamp": String(Math.floor(Date.now() / 1_000)),
  "x-gateway-signature": "0".repeat(64),
  "stripe-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`,
};

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  port = await freePort();
  host = `127.0.0.1:${port}`;
  api = await spawnProcess("api", {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    PORT: String(port),
    PUBLIC_URL: `http://${host}`,
    WEB_URL: "http://127.0.0.1:9",
    TRUSTED_PROXIES: "127.0.0.1",
    ...providers,
  });
});

afterAll(async () => {
  lines.destroy();
  await api?.stop("SIGKILL");
});

type Sent = { method: string; path: string; body?: CostlyBody; headers?: Record<string, string> };

/** Sends as somebody whom nobody knows; resolves with the status when the answer is there, or with 0 when the line was cut. */
function ask({ method, path, body, headers }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const request = send({ host: "127.0.0.1", port, agent: lines, method, path }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", () => resolve(0));
    });
    request.on("error", () => resolve(0));
    for (const [name, value] of Object.entries({
      host,
      "user-agent": "stranger",
      "x-forwarded-for": nextAddress(),
      "sec-fetch-site": "same-origin",
      "idempotency-key": "12345678",
      ...signatures,
      ...headers,
      ...body?.headers,
      ...(body ? { "content-length": String(body.bytes.length) } : {}),
    }))
      request.setHeader(name, value);
    request.end(body?.bytes);
  });
}

/** Milliseconds of processor time that a request costs at least; tried until it is within `limitMs`. */
async function costOf(sent: Sent, limitMs: number): Promise<{ ms: number; status: number }> {
  let least = { ms: Number.POSITIVE_INFINITY, status: 0 };
  for (let attempt = 0; attempt < TRIES && least.ms > limitMs; attempt += 1) {
    const before = await api.cpuMs();
    const status = await ask(sent);
    const ms = (await api.cpuMs()) - before;
    if (ms < least.ms) least = { ms, status };
  }
  return least;
}

function limitFor({ path, body, headers }: Sent): number {
  const header = Object.entries({ ...headers, ...signatures }).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    path.length + 150,
  );
  return Math.min(MS_IN_ALL, (MS_PER_KB * (header + (body?.bytes.length ?? 0))) / 1_024);
}

/** The requests that cost more than they may, in words. */
async function tooDear(requests: readonly Sent[]): Promise<string[]> {
  const found: string[] = [];
  for (const sent of requests) {
    const limitMs = limitFor(sent);
    const { ms, status } = await costOf(sent, limitMs);
    if (ms > limitMs) {
      const what = `${sent.method} ${sent.path.slice(0, 60)}: ${sent.body?.name ?? "no body"}`;
      found.push(`${what} -> ${status}, ${ms.toFixed(1)} ms of ${limitMs.toFixed(1)}`);
    }
  }
  return found;
}

const KB = 1_024;
const sizes = [KB, 8 * KB, 64 * KB, 256 * KB];
const allBodies = [...sizes.flatMap(costlyBodies), ...packedBodies()];
/** Enough for endpoints that look at nobody's body before they know who sends it. */
const fewBodies = [
  ...costlyBodies(256 * KB).filter(({ name }) => /^(?:many zeros|one endless text|many fields)/.test(name)),
  ...packedBodies().slice(0, 2),
];

function bodiesFor(endpoint: Endpoint): CostlyBody[] {
  const reads = endpoint.access === "public" && endpoint.method !== "GET";
  const schema = endpoint.body ?? endpoint.documentedBody;
  const stuffed = schema && reads ? sizes.map((size) => stuffedBody(schema, size)) : [];
  return [...(reads ? allBodies : fewBodies), ...stuffed.filter((body) => body !== null)];
}

const longQuery = `?${"a=%61&".repeat(1_200)}`;
const longHeaders = { cookie: "a=b; ".repeat(1_500), "accept-language": "tr;q=0.5,".repeat(200) };

const pathsOf = ({ path }: Endpoint): string[] =>
  path.includes("{provider}")
    ? providerNames.map((name) => `/api${path.replace("{provider}", name)}`)
    : [`/api${path.replaceAll(/\{\w+\}/g, "52")}`];

/** Streams answer until they are left; a stranger is refused there like everywhere. */
const endpoints = apiRoutes.map(({ endpoint }) => endpoint);

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  it("costs a stranger no less to send than to serve, whatever is sent", { timeout: 300_000 }, async () => {
    const { method } = endpoint;
    const requests = pathsOf(endpoint).flatMap((path): Sent[] => [
      { method, path: `${path}${longQuery}` },
      { method, path, headers: longHeaders },
      ...bodiesFor(endpoint).map((body) => ({ method, path, body })),
    ]);
    expect(await tooDear(requests)).toEqual([]);
  });
});

describe("addresses that are no endpoints", () => {
  it.each([
    ["the bots' protocol", `${handlerPath}?action=getBalance`, allBodies],
    [
      "the bots' protocol with a key that is none",
      `${handlerPath}?action=getNumber&api_key=${"a".repeat(32)}`,
      allBodies,
    ],
    ["reports of the content policy", CSP_REPORT_PATH, allBodies],
    ["an address of nothing", "/api/nothing/at/all", fewBodies],
    ["a page", "/en/nothing", fewBodies],
  ] as const)(
    "costly bodies cost little where nobody reads them: %s",
    { timeout: 300_000 },
    async (_name, path, bodies) => {
      const requests = bodies.map((body): Sent => ({ method: "POST", path, body }));
      const mark = path.includes("?") ? "&" : "?";
      requests.push({ method: "GET", path: `${path}${mark}${longQuery.slice(1)}` });
      expect(await tooDear(requests)).toEqual([]);
    },
  );
});
