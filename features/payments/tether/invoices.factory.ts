import sql from "sql-template-tag";
import { afterAll, beforeEach, expect } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { tetherRoutes } from "#features/payments/invoice/invoice.routes.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { createTetherGateway } from "#features/payments/tether/tether.gateway.ts";
import { watchChain } from "#features/payments/tether/tether.jobs.ts";
import { createTron } from "#features/payments/tether/tron.gateway.ts";
import { usdtContract } from "#features/payments/tether.rules.ts";
import { givenRate } from "#features/pricing/rates/rates.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { type StandInTransfer, TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of invoices: a test file that imports it has a database and a chain of its own. */
export const { db, owner } = await useTestDb();
export const tron = new TronStandIn();
await tron.start();
afterAll(() => tron.stop());

export const { address } = tron;
export const newChain = () =>
  createTron({ url: tron.url, apiKey: tron.apiKey, contract: usdtContract, address });
export const chain = newChain();
export const gateway = createTetherGateway(chain);
const gateways = new Map([[gateway.id, gateway]]);
export const api = testApi(db, [...createPaymentRoutes(gateways), ...tetherRoutes]);

export const AMOUNT_KOPECKS = 200_000;
let lastUser = 60_000;
export const newUser = () => ++lastUser;
export let offsetMs = 0;

beforeEach(async () => {
  await resetClock(owner);
  await givenRate(owner, "81.5");
  // Each test has the address for itself.
  await execute(owner, sql`update payments_tether_invoices set released_at = app_now()`);
  await execute(owner, sql`delete from payments_tether_watches`);
  offsetMs = 0;
  tron.transfers.length = 0;
  tron.deaf.clear();
  Object.assign(tron, { fault: "none", rowsOfAPage: 200 });
});

type Invoice = { id: number; user: number; amount: string };

export async function open(user = newUser(), key = crypto.randomUUID()): Promise<Invoice> {
  const { status, body } = await api.call("POST", "/api/payments", {
    body: { method: "tether", amountKopecks: AMOUNT_KOPECKS },
    headers: { "x-test-user": String(user), "idempotency-key": key },
  });
  expect(status).toBe(201);
  expect(body.redirectUrl).toMatch(new RegExp(`/profile/pay/invoice/${body.id}$`));
  const { amountUsdt: amount } = await view({ id: body.id, user });
  return { id: body.id, user, amount };
}

export const view = async ({ id, user }: Pick<Invoice, "id" | "user">) =>
  (await api.call("GET", `/api/payments/${id}/invoice`, { headers: { "x-test-user": String(user) } })).body;
export const stateOf = async (invoice: Invoice) => (await view(invoice)).payment.state;
export const balanceOf = async ({ user }: Invoice) => (await getBalance(db, user)).availableKopecks;
export const look = () => watchChain(db, gateway, chain);
export const send = (amount: string, part: Partial<StandInTransfer> = {}) =>
  tron.send(amount, { atMs: Date.now() + offsetMs, ...part });
export async function later(ms: number): Promise<void> {
  offsetMs += ms;
  await moveClock(owner, `${ms} milliseconds`);
}
export async function ask(): Promise<void> {
  while ((await askProviders(db, gateways)) > 0);
}
export const matchOf = async ({ transactionId }: StandInTransfer) =>
  (
    await rows<{ match: string }>(
      db,
      sql`select match from payments_tether_transfers where transaction_id = ${transactionId}`,
    )
  )[0]?.match;
export const micro = (amount: string) => BigInt(amount.replace(".", ""));

export const HOUR = 3_600_000;
