import sql from "sql-template-tag";
import { beforeEach, expect } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenTestGateway } from "#features/payments/gateway/test-gateway.factory.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { rows } from "#lib/db/query.ts";
import type { StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of top-ups: a test file that imports it has a database and a provider of its own. */
export const { db, owner } = await useTestDb();
const { provider, gateways } = await givenTestGateway();

export { provider };
export const api = testApi(db, createPaymentRoutes(gateways));

let lastUser = 5_000;
let lastKey = 0;
export const newUser = () => ++lastUser;
export const newKey = () => `key-of-a-test-${++lastKey}`;

beforeEach(async () => {
  provider.fault = "none";
  provider.waits = [];
  await resetClock(owner);
});

export type Started = { id: number; user: number; payment: StandInPayment };

export function begin(user: number, body: object, options: { key?: string | null; locale?: string } = {}) {
  const key = options.key === undefined ? newKey() : options.key;
  return api.call("POST", "/api/payments", {
    body: { method: "test-gateway", ...body },
    locale: options.locale,
    headers: { "x-test-user": String(user), ...(key === null ? {} : { "idempotency-key": key }) },
  });
}

export async function start(amountKopecks = 10_000): Promise<Started> {
  const user = newUser();
  const { status, body } = await begin(user, { amountKopecks });
  expect(status).toBe(201);
  return { id: body.id, user, payment: provider.paymentOf(referenceOf(body.id)) };
}

/** `state` may be one that only this provider has, or none at all. */
export function pay(payment: StandInPayment, paid = "100.00", state = "paid"): void {
  Object.assign(payment, { state, paid });
}

export const tell = (notice: { rawBody: string; headers: Record<string, string> }) =>
  api.call("POST", "/api/payments/webhooks/test-gateway", notice);
export const tellOf = (payment: Pick<StandInPayment, "id">) => tell(provider.notice(payment));
export const view = async ({ id, user }: Started, locale = "en") =>
  (await api.call("GET", `/api/payments/${id}`, { headers: { "x-test-user": String(user) }, locale })).body;
export const balanceOf = async ({ user }: Started) => (await getBalance(db, user)).availableKopecks;
export const creditsOf = (user: number) =>
  rows<{ reference: string }>(
    db,
    sql`select t.reference from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id where a.user_id = ${user}`,
  );
export const eventsOf = async (user: number) =>
  (
    await rows<{ kind: string }>(db, sql`select kind from job_events where user_id = ${user} order by id`)
  ).map(({ kind }) => kind);
export const later = (interval: string) => moveClock(owner, interval);
/** Every round takes a batch; the rounds end when nothing is due any more. */
export async function sweep(): Promise<void> {
  while ((await askProviders(db, gateways)) > 0);
}
