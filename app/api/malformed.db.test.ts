import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerParameters, handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { type AnswerToken, actionNames, mayAnswer } from "#features/handler-api/handler-api.rules.ts";
import { rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { newSeed } from "#features/identity/second-factor/second-factor.gateway.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { setStanding } from "#features/identity/staff.writes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { memberNames, NastyInput } from "#lib/testing/nasty-input.ts";
import { isFullProof, proofSeed, recordFigures } from "#lib/testing/proof.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
// Every request must get as far as it can.
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const endpoints = apiRoutes.map(({ endpoint }) => endpoint);

/** Requests per endpoint and per action; a whole proof sends some 60,000 in all. */
const REQUESTS = isFullProof ? 300 : 60;
const seed = proofSeed("MALFORMED_SEED");
let requestsSent = 0;
afterAll(() => recordFigures("malformed requests", { sent: requestsSent, seed }));
const AT_A_TIME = 8;
/**
 * Limits count attempts, a captcha's answer is spent by trying it, a page may ask for a challenge for passkeys, a key remembers
 * its last use, a referral link may be called anything, and what is written to support may say anything.
 */
const MAY_CHANGE = [
  "identity_throttles",
  "identity_captcha_uses",
  "identity_passkey_challenges",
  "identity_api_keys",
  "referrals_links",
  "referrals_members",
  "community_feedback",
  "community_feedback_messages",
];
const STACK = /\bat (?:\S+ \()?(?:file:|node:|\/)|node_modules|\.ts:\d+|syntax error|pg_|SELECT |violates/;

/** Path members that get further than nonsense: a country, services; no order, payment or session has such a name. */
const EXISTING = ["6", "95", "52", "tg"];

let before: Record<string, string>;
let session = "";
let staffSession = "";
let key = "";
let problems: unknown[] = [];

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  // Something to buy and nobody who can pay: no accident of these requests may move money.
  await givenOffer(db, { countryId: 6, count: 3 });
  await givenOffer(db, { countryId: 95, count: 3 });
  const passwordHash = await hashPassword("correct horse battery");
  const person = async (name: string, role: "user" | "staff") => {
    const email = `${name}@example.com`;
    const made = await createUser(db, { email, emailKey: email, name, passwordHash, locale: "en", role });
    return made as UserId;
  };
  const userId = await person("nobody", "user");
  await givenPartner(db, userId);
  key = await rotateApiKey(db, userId);
  session = (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
  const staffId = await person("staff", "staff");
  await withTransaction(db, async (tx) => {
    await setStanding(tx, staffId, "money-lead", null);
    await seedSecondFactor(tx, staffId, newSeed());
  });
  const shown = { userId: staffId, ip: "192.0.2.1", userAgent: "", hasSecondFactor: true };
  staffSession = (await openSession(db, shown)).token;
  before = await databaseImage(owner, MAY_CHANGE);
});

beforeEach(() => {
  problems = [];
  vi.spyOn(log, "error").mockImplementation((...given: unknown[]) => {
    problems.push(given);
  });
});

/** Sends, and reads no more of an endless answer than its head. */
async function send(
  path: string,
  init: RequestInit,
  ip: string,
): Promise<{ response: Response; text: string }> {
  const request = new Request(`${env.PUBLIC_URL}${path}`, init);
  requestsSent += 1;
  const response = await app.fetch(request, { requestId: "test", ip });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { response, text: "" };
  }
  return { response, text: await response.text() };
}

async function inBatches(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += AT_A_TIME) {
    await Promise.all(
      Array.from({ length: Math.min(AT_A_TIME, count - start) }, (_, at) => work(start + at)),
    );
  }
}

/** Header values as fetch lets them through; others never reach a server. */
function sendable(headers: Record<string, string>): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      kept.append(name, value);
    } catch {
      kept.append(name, "-");
    }
  }
  return kept;
}

/** True when the endpoint reads something that can be malformed; the others do what they do whatever is sent. */
function takesInput(endpoint: Endpoint): boolean {
  return Boolean(endpoint.params ?? endpoint.body) || endpoint.method === "GET";
}

function credentials(nasty: NastyInput, endpoint: Endpoint): Record<string, string> {
  if (nasty.random() < 0.2) return {};
  if (!takesInput(endpoint)) return { authorization: `Bearer ${"A".repeat(43)}` };
  if (endpoint.access === "staff") return { cookie: `authToken=${staffSession}` };
  return nasty.pick<Record<string, string>>([
    { cookie: `authToken=${session}` },
    { authorization: `Bearer ${session}` },
    { authorization: `Bearer ${key}` },
  ]);
}

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (id, endpoint) => {
  it("refuses whatever is malformed with a code, never with a fault, and changes nothing", async () => {
    const nasty = new NastyInput(seed + id.length * 7_919 + id.charCodeAt(0));
    const names = memberNames(endpoint.query);
    const members = memberNames(endpoint.body);
    const statuses = new Map<number, number>();
    await inBatches(REQUESTS, async (index) => {
      const path = `/api${nasty.path(endpoint.path, endpoint.access === "staff" ? [] : EXISTING)}${nasty.query(names)}`;
      const { type, body } = nasty.body(members);
      const headers = sendable({
        host: new URL(env.PUBLIC_URL).host,
        "sec-fetch-site": "same-origin",
        ...(endpoint.method === "GET" ? {} : { "content-type": type }),
        ...(endpoint.keyed ? { "idempotency-key": crypto.randomUUID() } : {}),
        ...credentials(nasty, endpoint),
        ...nasty.headers(),
      });
      const init = { method: endpoint.method, headers, ...(endpoint.method === "GET" ? {} : { body }) };
      const ip = `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`;
      const { response, text } = await send(path, init, ip);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const sent = `MALFORMED_SEED=${seed} ${endpoint.method} ${path.slice(0, 300)} ${String(body).slice(0, 300)}`;
      expect(response.status, `${sent} -> ${text.slice(0, 300)}`).toBeLessThan(500);
      expect(text, sent).not.toMatch(STACK);
      if (response.status >= 400 && response.headers.get("content-type")?.includes("json")) {
        const answered = JSON.parse(text) as { status?: string; error?: unknown };
        // Partners' servers get the refusals of their own protocol.
        if (!endpoint.serverToServer) {
          expect(answered, sent).toMatchObject({
            ...(endpoint.dialect === "v1" ? {} : { message: expect.any(String) }),
            error: { code: expect.any(String), message: expect.any(String) },
          });
        }
      }
    });
    expect(problems).toEqual([]);
    expect([...statuses.keys()].some((status) => status >= 400) || endpoint.access === "public").toBe(true);
    const after = await databaseImage(owner, MAY_CHANGE);
    // Chance may hit upon a request that is in order, such as an empty change of settings: that one may do what it is for.
    const isAccepted = endpoint.method !== "GET" && [...statuses.keys()].some((status) => status < 300);
    if (!isAccepted) expect(after, `MALFORMED_SEED=${seed}`).toEqual(before);
    before = after;
  });
});

describe.each(actionNames)("handler_api.php, %s", (action) => {
  it("answers 200 and a word of its list to whatever is malformed, and changes nothing", async () => {
    const nasty = new NastyInput(seed + action.length * 104_729 + action.charCodeAt(3));
    const names = Object.keys(handlerParameters).filter((name) => name !== "action" && name !== "api_key");
    await inBatches(REQUESTS, async () => {
      const isPost = nasty.random() < 0.5;
      const withKey =
        nasty.random() < 0.8
          ? `&api_key=${nasty.random() < 0.9 ? key : encodeURIComponent(nasty.text().toWellFormed())}`
          : "";
      // Half of the purchases name what exists, so that they get as far as they can without money.
      const real = nasty.random() < 0.5 ? "&service=tg&country=6" : "";
      const query = nasty.query(names).replace("?", "&");
      const { type, body } = nasty.body([]);
      const headers = sendable({
        ...(isPost ? { "content-type": type } : {}),
        ...nasty.headers(),
        authorization: "",
      });
      headers.delete("authorization");
      const init = { method: isPost ? "POST" : "GET", headers, ...(isPost ? { body } : {}) };
      const { response, text } = await send(
        `${handlerPath}?action=${action}${withKey}${query}${real}`,
        init,
        "192.0.2.7",
      );
      if (response.status === 304) return;
      expect(response.status, `MALFORMED_SEED=${seed}`).toBe(200);
      if (response.headers.get("content-type")?.includes("json")) {
        JSON.parse(text);
        return;
      }
      const word = text.split(":")[0] as AnswerToken;
      expect(mayAnswer(action, word), `MALFORMED_SEED=${seed} ${text.slice(0, 100)}`).toBe(true);
      expect(text).not.toMatch(/[\r\n]/);
      expect(word).not.toBe("ERROR_SQL");
    });
    expect(problems).toEqual([]);
    expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))(
  "an assistant's tool, %s",
  (name, { input }) => {
    it("answers whatever is malformed with a refusal, never with a fault, and changes nothing", async () => {
      const nasty = new NastyInput(seed + name.length * 15_485_863 + name.charCodeAt(0));
      const members = memberNames(input);
      await inBatches(REQUESTS, async (index) => {
        const { type, body } = nasty.body(members);
        const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${body}}}`;
        const headers = sendable({
          accept: "application/json, text/event-stream",
          ...nasty.headers(),
          "content-type": nasty.random() < 0.9 ? "application/json" : type,
          authorization: `Bearer ${nasty.random() < 0.9 ? key : "nobody"}`,
        });
        // Bytes that are no text stand alone.
        const sent = typeof body === "string" ? message : body;
        const ip = `203.0.113.${(index % 250) + 1}`;
        const { response, text } = await send(assistantPath, { method: "POST", headers, body: sent }, ip);
        const shown = `MALFORMED_SEED=${seed} ${String(sent).slice(0, 300)} -> ${text.slice(0, 300)}`;
        expect(response.status, shown).toBeLessThan(500);
        expect(text, shown).not.toMatch(STACK);
        expect(text, shown).not.toContain("SERVER_ERROR");
      });
      expect(problems).toEqual([]);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });
  },
);

describe("addresses of nothing", () => {
  it("every unknown address is refused with a code", async () => {
    const nasty = new NastyInput(seed);
    for (let index = 0; index < REQUESTS; index += 1) {
      const path = `/${nasty.pick(["api", "stubs", "api/users", "api/__proto__", "stubs/../api"])}/${encodeURIComponent(nasty.text().toWellFormed())}`;
      const method = nasty.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
      const { response, text } = await send(path, { method }, "192.0.2.8");
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
      expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(String) } });
    }
  });

  it("nothing of it has reached the prototype of objects", () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
