import type { ServerResponse } from "node:http";
import sql from "sql-template-tag";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { DeliveryPump } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { webhookRoutes } from "#features/notifications/webhooks/webhooks.routes.ts";
import { type EventName, webhookEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { givenServer, type ServedRequest } from "#lib/testing/http-server.ts";
import { resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of webhooks: a test file that imports it has a database and a receiver of its own. */
export const { db, owner } = await useTestDb({ max: 24 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
export const api = testApi(db, webhookRoutes, resolveActor, makeKeyGate());

export type Answering = (response: ServerResponse, request: ServedRequest) => void | Promise<void>;
export const ok: Answering = (response) => void response.writeHead(204).end();
let answering: Answering = ok;
/** How the receiver answers from now on, until the test ends. */
export function answerWith(answer: Answering): void {
  answering = answer;
}
export const receiver = await givenServer((request, response) => answering(response, request));

beforeEach(async () => {
  answering = ok;
  receiver.requests.length = 0;
  await execute(owner, sql`delete from notifications_webhooks`);
});
afterEach(() => resetClock(owner));

type Person = { userId: UserId; token: string };

export async function givenPerson(balanceKopecks = 100_000): Promise<Person> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  return { userId, token };
}

type Made = Person & {
  id: number;
  secret: string;
  call: (method: string, path: string, body?: object) => ReturnType<typeof api.call>;
};

export async function givenWebhook(
  events: readonly EventName[] = webhookEvents,
  { url = receiver.url, person }: { url?: string; person?: Person } = {},
): Promise<Made> {
  const { userId, token } = person ?? (await givenPerson());
  const call = (method: string, path: string, body?: object) =>
    api.call(method, `/api${path}`, { cookie: token, ...(body ? { body } : {}) });
  const made = await call("POST", "/webhooks", { name: "bot", url, events });
  expect(made.status).toBe(201);
  return { userId, token, call, ...made.body };
}

/** What a running worker does, until nothing is due. */
export async function work(pump = new DeliveryPump()): Promise<void> {
  await fanOut(db);
  while ((await pump.look(db)) > 0) await pump.settle();
}

export const emit = (userId: number, kind = "balance_low") =>
  withTransaction(db, (tx) => emitEvent(tx, { userId, kind, data: {} }));
export const verify = (secret: string, request: ServedRequest | undefined) =>
  new Webhook(secret).verify(request?.raw ?? "", request?.headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };

export const deliveriesOf = (webhookId: number) =>
  rows<{ state: string; attempts: number; type: string }>(
    db,
    sql`select state, attempts, type from notifications_webhook_deliveries where webhook_id = ${webhookId} order by id`,
  );
