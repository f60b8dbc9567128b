import { describe, expect, it } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import {
  ask,
  costs,
  excess,
  hashes,
  hashesFor,
  limitFor,
  pathsOf,
  type Sent,
} from "#app/api/strangers-cost.factory.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { actionNames } from "#features/handler-api/handler-api.rules.ts";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { solveProofOfWork } from "#features/identity/captcha/proof-of-work.client.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { memberNames } from "#lib/testing/nasty-input.ts";
import { type Extent, type Samples, wellFormed } from "#lib/testing/well-formed.ts";

/** A hash and what is around it, in hashes: a quarter of one, and one and more where others want the processor, too. Hashes are counted. */
const AROUND_A_HASH = 4;

const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
let strangers = 0;

/** What members mean whose shape does not tell. Addresses are new ones, so that nobody is refused for what others have sent. */
async function samplesFor({ id, body }: Endpoint, extent: Extent): Promise<Samples> {
  strangers += 1;
  const takesCaptcha = extent === "whole" && memberNames(body).includes("captcha");
  return {
    email: [`stranger${strangers}@example.com`],
    password: ["correct horse battery 9"],
    captcha: takesCaptcha ? [await solvedCaptcha()] : [],
    name: ["Stranger"],
    returnPath: ["/profile"],
    website: ["example.com"],
    smsText: ["Your code is 1234"],
    message: [`Where is my number? It is the ${strangers}th one.`],
    rating: [5],
    token: id === "writeOnFeedback" ? ["t".repeat(22)] : [],
    contact: ["@stranger"],
    simCountries: ["Latvia"],
    modems: ["Ejoin"],
    about: ["64 SIM cards"],
    ports: [16],
    query: [id === "finishSocial" ? `state=${"t".repeat(43)}&code=abc` : "tele"],
    fragment: [`tgAuthResult=${base64Url({ id: 1 })}`],
    code: ["12345678"],
    clientDataJSON: [base64Url({ type: "webauthn.get", challenge: "t".repeat(43), origin: env.PUBLIC_URL })],
    authenticatorData: [Buffer.alloc(37, 1).toString("base64url")],
    signature: [Buffer.alloc(70, 1).toString("base64url")],
    service: [id === "exportPrices" ? "telegram" : "tg"],
    service_external_id: ["tg"],
    country: [id === "exportPrices" ? "indonesia" : 6, "6"],
    user: ["guest"],
    fields: ["name,slug"],
    search: ["tele"],
    q: ["tele"],
    hours: [24, "24"],
    page: ["1"],
    "per-page": ["20"],
  };
}

/** As a browser hands it over: the work is done here, where it costs the API nothing. */
async function solvedCaptcha(): Promise<string> {
  const task = await proofOfWork.task(0);
  if (task.provider !== "proof-of-work") throw new Error("The tests solve proofs of work only.");
  return (await solveProofOfWork(task.challenge)) ?? "";
}

/** A request of the endpoint that is in order. */
async function requestOf(endpoint: Endpoint, path: string, extent: Extent): Promise<Sent> {
  const samples = await samplesFor(endpoint, extent);
  const query = endpoint.query ? wellFormed(endpoint.query, samples, extent) : {};
  const search = new URLSearchParams(
    Object.entries(query as object).map(([name, value]) => [name, String(value)]),
  ).toString();
  const sent = { method: endpoint.method, path: search ? `${path}?${search}` : path };
  const schema = endpoint.body ?? endpoint.documentedBody;
  if (endpoint.method === "GET") return sent;
  const text = JSON.stringify(schema ? wellFormed(schema, samples, extent) : {});
  const headers = { "content-type": "application/json" };
  return { ...sent, body: { name: `well-formed, ${extent}`, bytes: Buffer.from(text), headers } };
}

const doors = apiRoutes.map(({ endpoint }) => endpoint).filter(({ access }) => access === "public");
const extents: readonly Extent[] = ["needed", "whole"];
const REMEDY =
  "do less before it is known who asks, or declare the hash of a password in the contract (`hashesPassword`)";

/** Refusals that say that the request was not in order: nothing is known then of what one costs that is. */
const malformed = new Set([
  "VALIDATION",
  "MALFORMED_JSON",
  "UNSUPPORTED_MEDIA_TYPE",
  "IDEMPOTENCY_KEY_MISSING",
]);

describe.each(doors.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  it("costs no more than its contract declares when a stranger sends what it asks for", {
    timeout: 120_000,
  }, async () => {
    const variants = pathsOf(endpoint).flatMap((path) => extents.map((extent) => ({ path, extent })));
    const made: number[] = [];
    for (const { path, extent } of variants) {
      const sent = await requestOf(endpoint, path, extent);
      const limit = endpoint.hashesPassword ? AROUND_A_HASH : limitFor(sent);
      const measure = endpoint.hashesPassword ? hashes : costs;
      const { cost, result } = await measure.of(
        async () => ask(await requestOf(endpoint, path, extent)),
        limit,
      );
      if (endpoint.hashesPassword) made.push(await hashesFor(await requestOf(endpoint, path, extent)));
      const seen = excess(sent, result, cost, limit);
      expect(cost, `${seen}: ${REMEDY}`).toBeLessThanOrEqual(limit);
      expect(result.status, seen).toBeLessThan(500);
      expect(malformed, `${seen}: ${result.code}; it needs a sample`).not.toContain(result.code);
      if (endpoint.method === "GET") expect(result.status, seen).toBe(200);
    }
    if (endpoint.hashesPassword) expect(Math.max(...made), "declares a hash, and makes one").toBe(1);
  });
});

const hashing = doors.flatMap((endpoint) =>
  endpoint.hashesPassword ? [[endpoint.id, endpoint, endpoint.hashesPassword] as const] : [],
);

describe.each(hashing)("%s", (_id, endpoint, { perNetwork }) => {
  it("hashes no further password for a network that has had its share, before work is done for it", {
    timeout: 120_000,
  }, async () => {
    const path = `/api${endpoint.path}`;
    const again = async () => {
      const sent = await requestOf(endpoint, path, "needed");
      return {
        ...sent,
        headers: { "x-forwarded-for": `198.51.100.${hashing.findIndex(([id]) => id === _id) + 1}` },
      };
    };
    for (let call = 0; call < perNetwork; call += 1) await ask(await again());
    const sent = await again();
    const { cost, result } = await costs.of(async () => ask(await again()), limitFor(sent));
    const refusals = [
      identityErrors.CAPTCHA_REQUIRED,
      identityErrors.TOO_MANY_ATTEMPTS,
      apiErrors.TOO_MANY_REQUESTS,
    ];
    expect(refusals.map(({ code }) => code)).toContain(result.code);
    expect(cost, excess(sent, result, cost, limitFor(sent))).toBeLessThanOrEqual(limitFor(sent));
  });
});

describe("the assistants' door", () => {
  it("costs no more than any other request where the key is none: the message is not even read", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "buy_number", arguments: {} },
    };
    const headers = { authorization: `Bearer ${"a".repeat(32)}`, "content-type": "application/json" };
    const body = { name: "a tool's call", bytes: Buffer.from(JSON.stringify(message)), headers };
    const sent: Sent = { method: "POST", path: assistantPath, body };
    const { cost, result } = await costs.of(() => ask(sent), limitFor(sent));
    expect(cost, excess(sent, result, cost, limitFor(sent))).toBeLessThanOrEqual(limitFor(sent));
    expect([401, 429]).toContain(result.status);
  });
});

describe.each(actionNames)("the bots' protocol, %s", (action) => {
  it("costs no more than any other request where the key is none", async () => {
    const query = `action=${action}&api_key=${"a".repeat(32)}&service=tg&country=6&id=1&status=8`;
    const sent: Sent = { method: "GET", path: `${handlerPath}?${query}` };
    const { cost, result } = await costs.of(() => ask(sent), limitFor(sent));
    expect(cost, excess(sent, result, cost, limitFor(sent))).toBeLessThanOrEqual(limitFor(sent));
    expect(result.status).toBe(200);
  });
});
