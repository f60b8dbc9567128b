import sql from "sql-template-tag";
import { afterEach, expect } from "vitest";
import { captcha, db, freshIp, mails, owner } from "#features/identity/identity-routes.factory.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenTestGateway } from "#features/payments/gateway/test-gateway.factory.ts";
import { guestChecks } from "#features/payments/guests/guests.checks.ts";
import { returnUnclaimed } from "#features/payments/guests/returning.writes.ts";
import { paymentChecks } from "#features/payments/payments.checks.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";

export { db, freshIp, mails };

const PRICE_KOPECKS = 10_000;

const { provider, gateway, gateways } = await givenTestGateway();

export { gateway, provider };
export const api = testApi(db, createPaymentRoutes(gateways), resolveActor);

let lastKey = 0;
export const newKey = () => `key-of-a-guest-${++lastKey}`;

/** Begins a payment as a guest. */
export async function begin(email: string, key = newKey(), more: object = {}) {
  return api.call("POST", "/api/payments/guest", {
    ip: freshIp(),
    headers: { "idempotency-key": key },
    body: {
      ...{ email, method: "test-gateway", amountKopecks: PRICE_KOPECKS, service: "tg", country: "6" },
      ...{ agreePrivacy: true, agreeOffer: true, captcha: await captcha() },
      ...more,
    },
  });
}

/** A payment as the provider has it. */
export const atProvider = (id: number) => provider.paymentOf(referenceOf(id));

/** What a provider's notice brings about. */
export const tell = (id: number) => settlePayment(db, gateway, atProvider(id).id);

/** The money of a payment is there. */
export async function pay(id: number, paid = "100.00"): Promise<void> {
  Object.assign(atProvider(id), { state: "paid", paid });
  await tell(id);
}

/** A guest has paid. Answers the payment's id. */
export async function paidBy(email: string): Promise<number> {
  const { status, body } = await begin(email);
  expect(status).toBe(201);
  await pay(body.id);
  return body.id;
}

export const sweep = () => returnUnclaimed(db, gateways, 50);
export const later = (interval: string) => moveClock(owner, interval);
export const balanceOf = async (userId: number) => (await getBalance(db, userId)).availableKopecks;
export const stateOf = async (id: number) =>
  (
    await one<{ state: string; owner: number | null }>(
      db,
      sql`select state, user_id as owner from payments where id = ${id}`,
    )
  ).state;
export const creditsOf = (id: number) =>
  rows(
    db,
    sql`select id from ledger_transfers where reference = ${`payment:test-gateway:${atProvider(id).id}`}`,
  );

afterEach(async () => {
  for (const { name, sql: text } of [...paymentChecks, ...guestChecks]) {
    expect(await rows(db, { text, values: [] }), name).toEqual([]);
  }
  Object.assign(provider, { answersToLose: 0, refundFate: "done" });
  await resetClock(owner);
});
