import sql from "sql-template-tag";
import { beforeAll, beforeEach, expect } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import {
  GatewayFault,
  type Gateways,
  type PaymentGateway,
  type RefundOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { approveWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { sendDueWithdrawals } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { findWithdrawalForStaff } from "#features/payments/withdrawals/withdrawals.reads.ts";
import { createWithdrawalRoutes } from "#features/payments/withdrawals/withdrawals.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { endWaiting } from "#features/referrals/accruals.factory.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson, followWallet } from "#features/referrals/people.writes.ts";
import { payDueShares } from "#features/referrals/referrals.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { resetClock } from "#lib/testing/move-clock.ts";
import type { SentMail } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of withdrawals: a test file that imports it has a database and a provider of its own. */
export const { db, owner } = await useTestDb({ max: 24 });

/** A provider that refunds once per reference, and whose answers a test may lose. */
export const provider = {
  refunds: new Map<string, RefundOrder>(),
  calls: [] as string[],
  answer: "done" as "done" | "pending" | "refused",
  /** The refund is made, but its answer never arrives. */
  losesAnswers: false,
};
const gateway = {
  id: "test-gateway",
  createPayment: () => Promise.reject(new GatewayFault("not here")),
  parseWebhook: () => ({ kind: "refused", reason: "misshapen" }),
  fetchStatus: () => Promise.reject(new GatewayFault("not here")),
  async refund(order) {
    provider.calls.push(order.reference);
    if (provider.answer === "refused") return { state: "refused", providerRefundId: null };
    const known = provider.refunds.get(order.reference);
    if (known) expect(order).toEqual(known);
    provider.refunds.set(order.reference, order);
    if (provider.losesAnswers) throw new GatewayFault("the answer was lost");
    return { state: provider.answer, providerRefundId: `re_${order.reference}` };
  },
} satisfies PaymentGateway as PaymentGateway;
export const gateways: Gateways = new Map([[gateway.id, gateway]]);

export const api = testApi(db, createWithdrawalRoutes(gateways));

export const ANNA = 900_001;

let lastUser = 30_000;
let lastKey = 0;
let lastCountry = 10;
export const newUser = () => ++lastUser;
export const newKey = () => `key-of-a-test-${++lastKey}`;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

beforeEach(async () => {
  await resetClock(owner);
  Object.assign(provider, { answer: "done", losesAnswers: false, calls: [] });
  provider.refunds.clear();
});

type Body = {
  source: string;
  method: string;
  amountKopecks: number;
  paymentId?: number;
  requisites?: string;
  comment?: string;
};

export function ask(user: number, body: Body, key = newKey(), headers: Record<string, string> = {}) {
  return api.call("POST", "/api/withdrawals", {
    body,
    headers: { "x-test-user": String(user), "idempotency-key": key, ...headers },
  });
}
export const cancel = (user: number, id: number) =>
  api.call("POST", `/api/withdrawals/${id}/cancel`, { headers: { "x-test-user": String(user) } });

export const listOf = async (user: number, locale = "en") =>
  (await api.call("GET", "/api/withdrawals", { headers: { "x-test-user": String(user) }, locale })).body
    .withdrawals;
export const walletOf = async (user: number) => {
  const { postedKopecks, heldKopecks, availableKopecks } = await getBalance(db, user);
  return { posted: postedKopecks, held: heldKopecks, available: availableKopecks };
};
export const stateOf = async (id: number) => (await findWithdrawalForStaff(db, id))?.state;
export const approve = (id: number, staffId = ANNA) =>
  approveWithdrawal(db, { withdrawalId: id, staffId, reason: "looks right" });

/** What the ledger moved for a withdrawal, in order: `partner_withdrawal pending`. */
export async function movesOf(id: number): Promise<string[]> {
  const moved = await one<{ kinds: string[] }>(
    db,
    sql`select array_agg(kind || ' ' || phase order by id) as kinds from ledger_transfers
        where reference like ${`withdrawal-${id}%`}`,
  );
  return moved.kinds;
}
export const send = () => sendDueWithdrawals(db, gateways);

/** Lets somebody come by a user's link and buy for so much that the share is this. */
export async function givenShare(user: number, amountKopecks: number): Promise<void> {
  await ensureFirstLink(db, user);
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from referrals_links where user_id = ${user}`,
  );
  const { userId: person } = await givenApiBuyer(db, amountKopecks * 20);
  await withTransaction(db, (tx) =>
    recordArrival(tx, person, { referralCode: code, deviceMark: null, networkMark: null }),
  );
  await attributePerson(db, person);
  lastCountry += 1;
  const offer = await givenOffer(db, {
    countryId: lastCountry,
    priceKopecks: amountKopecks * 20,
    costKopecks: 1,
    count: 1,
  });
  const { number } = await buy(person, lastCountry);
  const sms = {
    supplierId: offer.supplierId,
    smsId: BigInt(lastCountry),
    phone: Number(number),
    sender: "T",
    text: "code 12345",
  };
  await receiveSms(db, sms, deliverSms);
  await followWallet(db, person);
  await endWaiting(owner, person);
  await payDueShares(db);
}

/** A partner with a mailbox and a supplier of its own, whose modems earned so much. */
export async function givenEarningPartner(amountKopecks: number): Promise<number> {
  const { userId } = await givenApiBuyer(db, 0);
  await givenPartnerEarnings(db, userId, amountKopecks);
  return userId;
}

/** Buys one number for so much: the money is no longer there to be withdrawn. */
export async function spend(user: number, amountKopecks: number): Promise<void> {
  lastCountry += 1;
  await givenOffer(db, { countryId: lastCountry, priceKopecks: amountKopecks, count: 1 });
  await buy(user, lastCountry);
}
export function buy(user: number, countryId: number): Promise<{ number: string }> {
  return buyActivation(db, purchase({ userId: user as UserId, countryId, channel: "api" }));
}
/** A top-up that the user wants back, all of it unless said otherwise. */
export async function givenRequest(amountKopecks: number, part = amountKopecks) {
  const user = newUser();
  const paymentId = await givenTopUp(db, { userId: user, amountKopecks });
  const { status, body } = await ask(user, {
    source: "top_up",
    method: "source",
    amountKopecks: part,
    paymentId,
  });
  expect([status, body.state]).toEqual([201, "requested"]);
  return { user, paymentId, id: body.id as number };
}

export const confirm = (user: number, id: number, code: string) =>
  api.call("POST", `/api/withdrawals/${id}/confirm`, {
    body: { code },
    headers: { "x-test-user": String(user) },
  });
export const codeIn = (mail: SentMail | undefined) => /\b(\d{6})\b/.exec(mail?.subject ?? "")?.[1] ?? "none";
