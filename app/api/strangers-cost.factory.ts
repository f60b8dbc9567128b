import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as send } from "node:http";
import os from "node:os";
import path from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll } from "vitest";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { keepPictures } from "#features/content/media/picture-store.gateway.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { allStandIns } from "#lib/payment-stand-ins/registry.ts";
import type { CostlyBody } from "#lib/testing/costly-body.ts";
import { Costs } from "#lib/testing/costs.ts";
import { type SpawnedProcess, spawnOnFreePort } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of what strangers may cost: the API as a process of its own, whose processor time is counted. */

/** What a stranger's request may cost the process that serves it, in pieces of the reference work (a millisecond each). */
const PER_KB = 5;
/**
 * Of any request, however short: what a mail costs that is asked for (several statements of the database), where the system's calls are dear
 * beside the reference work. The hash of a password takes ten and more beyond that.
 */
const EACH = 5;
const IN_ALL = 50;

/** Enough for lists of prices to be work. */
const COUNTRIES_ON_SALE = 60;

const { db, owner, url } = await useTestDb();
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

/** The picture that is asked for. */
const picture = `${"a".repeat(64)}.webp`;
const data = mkdtempSync(path.join(os.tmpdir(), "strangers-"));

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
  const offer = { count: 10, priceKopecks: 1_000, costKopecks: 500 };
  const { countries } = await readCatalogue(db);
  for (const { id } of countries.slice(0, COUNTRIES_ON_SALE))
    await givenOffer(db, { ...offer, countryId: id });
  // Paths are filled in with 52: that is the offer of accounts that is asked for.
  await execute(owner, sql`select setval('ready_accounts_offers_id_seq', 51)`);
  await givenAccountOffer(db, { count: 100 });
  await keepPictures(path.join(data, "media"), [{ name: picture, bytes: Buffer.alloc(100_000) }]);
  api = await spawnOnFreePort("api", (wanted) => ({
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    DATA_FOLDER: data,
    PORT: String(wanted),
    PUBLIC_URL: `http://127.0.0.1:${wanted}`,
    WEB_URL: "http://127.0.0.1:9",
    LICENCES: "1",
    TRUSTED_PROXIES: "127.0.0.1",
    ...providers,
  }));
  port = api.port;
  host = `127.0.0.1:${port}`;
});

afterAll(async () => {
  lines.destroy();
  await api?.stop("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body?: CostlyBody;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer: its status, or 0 when the line was cut, and the code of a refusal. */
export type Answered = { readonly status: number; readonly code: string | null };

/** Sends as somebody whom nobody knows. */
export function ask({ method, path: target, body, headers }: Sent): Promise<Answered> {
  return new Promise((resolve) => {
    const cut = () => resolve({ status: 0, code: null });
    const request = send({ host: "127.0.0.1", port, agent: lines, method, path: target }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        if ((response.statusCode ?? 0) >= 400) text += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, code: codeOf(text) }));
      response.on("error", cut);
    });
    request.on("error", cut);
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

function codeOf(text: string): string | null {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? null;
}

/** What a request may cost by what is sent. */
export function limitFor({ path: target, body, headers }: Sent): number {
  const header = Object.entries({ ...headers, ...signatures }).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    target.length + 150,
  );
  return Math.min(IN_ALL, EACH + (PER_KB * (header + (body?.bytes.length ?? 0))) / 1_024);
}

/** Costs as multiples of the reference work. */
export const costs = new Costs({ cpuMs: () => api.cpuMs(), referenceMs: () => api.referenceMs() });

const hashing = {
  module: new URL("../../features/identity/passwords/passwords.gateway.ts", import.meta.url).href,
  name: "hashPassword",
  argument: "correct horse battery",
};
/** Costs as multiples of the hash of one password. */
export const hashes = new Costs({ cpuMs: () => api.cpuMs(), referenceMs: () => api.callMs(hashing) });

/** How many passwords the API hashes for a request. */
export async function hashesFor(sent: Sent): Promise<number> {
  const before = await api.hashesMade();
  await ask(sent);
  return (await api.hashesMade()) - before;
}

/** A cost that is above its limit, in words. */
export function excess({ method, path, body }: Sent, { status }: Answered, cost: number, limit: number) {
  const what = `${method} ${path.slice(0, 60)}: ${body?.name ?? "no body"}`;
  const shown = (value: number) => Math.round(value * 100) / 100;
  return `${what} -> ${status}, ${shown(cost)} of ${shown(limit)}`;
}

/** The requests that cost more than they may, in words. */
export async function tooDear(requests: readonly Sent[]): Promise<string[]> {
  const found: string[] = [];
  for (const sent of requests) {
    const limit = limitFor(sent);
    const { cost, result } = await costs.of(() => ask(sent), limit);
    if (cost > limit) found.push(excess(sent, result, cost, limit));
  }
  return found;
}

/** The addresses of an endpoint: one for each provider, and for `params` what is in them. */
export function pathsOf({ path: pattern }: Endpoint): string[] {
  return pattern.includes("{provider}")
    ? providerNames.map((name) => `/api${pattern.replace("{provider}", name)}`)
    : [`/api${pattern.replace("/image/{name}", `/image/${picture}`).replaceAll(/\{\w+\}/g, "52")}`];
}
