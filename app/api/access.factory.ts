import { beforeAll, expect } from "vitest";
import { type CallerName, callers, refusalAt } from "#app/api/access-table.ts";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { createUser, suspendUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { newSeed } from "#features/identity/second-factor/second-factor.gateway.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { ageSecondFactor, expireSessions } from "#features/identity/sessions/sessions.factory.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { setStanding } from "#features/identity/staff.writes.ts";
import { createWebhook, queueTest } from "#features/notifications/webhooks/webhooks.writes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { accountTerms } from "#features/ready-accounts/ready-accounts.factory.ts";
import { provenance } from "#features/stores/stores.factory.ts";
import type { KeyScope, StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import type { Route } from "#lib/api/route.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the matrix of access: the whole API, and callers of every kind, on a database of their own. */
export const { db, owner } = await useTestDb();
export const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
export const endpoints = apiRoutes.map(({ endpoint }) => endpoint);

/** Credentials that prove nobody: what they are refused with is no matter of the endpoint. */
export const impostors = [
  "wrong key",
  "wrong token",
  "expired session by cookie",
  "expired session by bearer token",
  "suspended user by cookie",
  "suspended user by API key",
  "staff by API key",
] as const;
type Impostor = (typeof impostors)[number];

let passwordHash = "";
let people = 0;

export async function person(role: "user" | "staff"): Promise<UserId> {
  people += 1;
  const email = `person${people}@example.com`;
  const made = await createUser(db, {
    email,
    emailKey: email,
    name: "Person",
    passwordHash,
    locale: "en",
    role,
  });
  return made as UserId;
}

export async function session(userId: UserId): Promise<string> {
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
}

type Standing = { by: string; code?: "fresh" | "old"; permission?: StaffPermission | null };

/** A session of somebody with a second factor (`code`: shown now, or longer ago than counts) and, of the staff, with a permission. */
export async function standingSession(
  userId: UserId,
  { code, permission = null }: Standing,
): Promise<string> {
  if (!code) return session(userId);
  await withTransaction(db, async (tx) => {
    if (permission) await setStanding(tx, userId, permission, null);
    await seedSecondFactor(tx, userId, newSeed());
  });
  const device = { userId, ip: "192.0.2.1", userAgent: "", hasSecondFactor: true };
  const { token } = await openSession(db, device);
  if (code === "old") {
    await ageSecondFactor(owner, token);
  }
  return token;
}

/** A key that may do what is said, and nothing about goods or money is limited. */
export async function keyOf(
  userId: UserId,
  kind: "live" | "sandbox",
  scopes: readonly KeyScope[],
): Promise<string> {
  const free = { dailyLimitKopecks: null, priceCapKopecks: null, serviceIds: null, countryIds: null };
  const input = { name: "bot", scopes, ...free, networks: null, expiresAt: null };
  return (await withTransaction(db, (tx) => createKey(tx, userId, kind, input))).key;
}

export const cookie = (token: string) => ({ cookie: `authToken=${token}`, "sec-fetch-site": "same-origin" });
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Fresh credentials for one call, since some calls end what they were made with. */
export async function headersOf(caller: CallerName): Promise<Record<string, string>> {
  const proof = callers[caller];
  if (proof.by === "nothing") return { "sec-fetch-site": "same-origin" };
  const userId = await person(proof.by === "staff" ? "staff" : "user");
  if (proof.by === "key") {
    return bearer(await keyOf(userId, "isSandbox" in proof ? "sandbox" : "live", proof.scopes));
  }
  if ("isPartner" in proof) await givenPartner(db, userId);
  const token = await standingSession(userId, proof);
  return proof.by === "token" ? bearer(token) : cookie(token);
}

const refused = new Map<CallerName, Promise<Record<string, string>>>();

/**
 * Credentials for calls that are refused at the gate, the same ones for all of them: nothing is done with them. Thousands of calls
 * need no people of their own, and a refusal that spent something would be found at the end (`stillGood`).
 */
export function refusedHeaders(caller: CallerName): Promise<Record<string, string>> {
  const made = refused.get(caller) ?? headersOf(caller);
  refused.set(caller, made);
  return made;
}

/** The callers whose credentials were refused, each with a call that must let them in. */
export function stillGood(): readonly (readonly [CallerName, Route])[] {
  const [reads, writes] = ["GET", "POST"].map((method) =>
    apiRoutes.filter(({ endpoint }) => endpoint.method === method && endpoint.access !== "public"),
  );
  return [...refused.keys()].flatMap((caller) => {
    const open = [...(reads ?? []), ...(writes ?? [])].find((route) => refusalAt(route, caller) === null);
    return open ? [[caller, open] as const] : [];
  });
}

export async function impostorHeaders(impostor: Impostor): Promise<Record<string, string>> {
  if (impostor === "wrong key") return bearer("0".repeat(32));
  if (impostor === "wrong token") return bearer("A".repeat(43));
  const userId = await person(impostor.startsWith("staff") ? "staff" : "user");
  if (impostor === "staff by API key") return bearer(await rotateApiKey(db, userId));
  const headers = impostor.endsWith("key")
    ? bearer(await rotateApiKey(db, userId))
    : (impostor.endsWith("cookie") ? cookie : bearer)(await session(userId));
  if (impostor.startsWith("suspended")) await withTransaction(db, (tx) => suspendUser(tx, userId, true));
  else {
    await expireSessions(owner, userId);
  }
  return headers;
}

/** Whoever shows a wrong credential means it, also where none is needed; a dead cookie is a guest's. */
export function impostorRefusal(route: Route, impostor: Impostor): string | null {
  if (impostor.endsWith("cookie")) return refusalAt(route, "guest");
  if (impostor !== "staff by API key") return "401 UNAUTHORIZED";
  if (route.endpoint.access === "staff" || route.endpoint.access === "partner") return "404 NOT_FOUND";
  return route.endpoint.scope === undefined ? "403 SESSION_NEEDED" : null;
}

/** Of endpoints that look at the body before they look whose the thing is. */
const leastBodies: Readonly<Record<string, object>> = {
  renamePasskey: { name: "phone" },
  removePasskey: { password: "a password of somebody else" },
  confirmWithdrawalRequisites: { code: "123456" },
  confirmReturnAddress: { code: "123456" },
  cabinetAppealFine: { text: "it was not me" },
  editComment: { name: "Anna", text: "It did not help." },
  extendRental: { amount: 4 },
  claimAccount: { place: 1, text: "it is closed" },
  changeApiKey: { name: "bot", scopes: ["read"] },
  restExtendRental: { hours: 4 },
  restClaimAccount: { place: 1, text: "it is closed" },
  editStoreOffer: { ...accountTerms(), provenance },
  stepStoreOffer: { step: "stop" },
  addStoreStock: { text: "a-buyer:a-secret" },
  answerStoreClaim: { decision: "accept", reason: "it is closed" },
  restChangeWebhook: { name: "bot", url: "http://127.0.0.1:9/", events: ["activation.sms_received"] },
  changeWebhook: { name: "bot", url: "http://127.0.0.1:9/", events: ["activation.sms_received"] },
};

export async function call(endpoint: Endpoint, headers: Record<string, string>, path = samplePath(endpoint)) {
  const init = {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(endpoint.method === "GET" ? {} : { "content-type": "application/json" }),
      ...(endpoint.keyed ? { "idempotency-key": crypto.randomUUID() } : {}),
    },
    ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(leastBodies[endpoint.id] ?? {}) }),
  };
  const response = await app.fetch(new Request(`${env.PUBLIC_URL}/api${path}`, init), {
    requestId: "test",
    ip: "192.0.2.1",
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, code: null };
  }
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? (JSON.parse(text) as { error?: { code?: string } } | null) : null;
  return { status: response.status, code: body?.error?.code ?? null };
}

/** A path to nothing that exists. */
function samplePath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{\w+\}/g, "999999");
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  passwordHash = await hashPassword("correct horse battery");
});

export async function expectGate(route: Route, headers: Record<string, string>, refusal: string | null) {
  const { endpoint } = route;
  const { status, code } = await call(endpoint, headers);
  // Partners' servers are told in their own protocol.
  if (refusal !== null) {
    const expected = endpoint.serverToServer ? [refusal, "401 null"] : [refusal];
    expect(expected).toContain(`${status} ${code}`);
    return;
  }
  expect(status).toBeLessThan(500);
  expect(gateCodes).not.toContain(code);
  if (endpoint.access !== "public") expect(code).not.toBe("UNAUTHORIZED");
  if (endpoint.access === "staff") expect(code).not.toBe("NOT_FOUND");
}

/** What only the gate says. */
const gateCodes = [
  ...["SESSION_NEEDED", "SCOPE_MISSING", "SANDBOX_KEY"],
  ...["STEP_UP_NEEDED", "SECOND_FACTOR_NEEDED", "FORBIDDEN"],
];

/** A webhook of the user's and a delivery of it: where their paths begin, and their ids. */
export async function givenWebhookPaths(userId: UserId): Promise<Record<string, string>> {
  const url = new URL("http://127.0.0.1:9/");
  return withTransaction(db, async (tx) => {
    const { id } = await createWebhook(tx, userId, { name: "bot", url, events: ["activation.sms_received"] });
    const [webhook, delivery] = [String(id), String(await queueTest(tx, userId, id))];
    return {
      ...{ "/webhooks/": webhook, "/webhook-deliveries/": delivery },
      ...{ "/v1/webhooks/": webhook, "/v1/webhook-deliveries/": delivery },
    };
  });
}
