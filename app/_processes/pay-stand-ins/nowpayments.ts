import { createHmac, randomInt } from "node:crypto";
import {
  type ApiCall,
  objectText,
  type StandIn,
  type StandInContext,
} from "#app/_processes/pay-stand-ins/call.ts";
import type { HostedPayment } from "#app/_processes/pay-stand-ins/store.ts";
import { nowMs } from "#lib/clock.ts";

const LIFETIME_MS = 7 * 24 * 3_600_000;
const TOKEN = "demo-token";

export type NowPaymentsKeys = { apiKey: string; ipnSecret: string; email: string; password: string };

/** NOWPayments: `/v1/auth`, `/v1/invoice`, `/v1/payment/`, notices signed over their sorted keys. One coin is half a unit. */
export function nowPaymentsStandIn(keys: NowPaymentsKeys): StandIn {
  return {
    answer(ground, call) {
      if (call.headers["x-api-key"] !== keys.apiKey)
        return { status: 403, body: { message: "Invalid api key" } };
      if (call.method === "POST" && call.path === "/v1/auth") return authorize(keys, call);
      if (call.method === "POST" && call.path === "/v1/invoice") return createInvoice(ground, call);
      if (call.method !== "GET" || call.path !== "/v1/payment/") return null;
      if (call.headers.authorization !== `Bearer ${TOKEN}`)
        return { status: 401, body: { message: "No token" } };
      const payment = ground.store.find("nowpayments", call.query.get("invoiceId") ?? "");
      const list = payment ? objectText(membersOf(payment)) : "";
      return { status: 200, body: `{"data":[${list}],"limit":50,"page":0}` };
    },
    notice(_ground, payment) {
      const members = membersOf(payment);
      const sorted = Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
      const signature = createHmac("sha512", keys.ipnSecret).update(objectText(sorted)).digest("hex");
      return { body: objectText(members), headers: { "x-nowpayments-sig": signature } };
    },
  };
}

function authorize(keys: NowPaymentsKeys, { body }: ApiCall) {
  const { email, password } = JSON.parse(body) as { email: string; password: string };
  const isRight = email === keys.email && password === keys.password;
  return isRight
    ? { status: 200, body: { token: TOKEN } }
    : { status: 403, body: { message: "Wrong login" } };
}

function createInvoice({ store, pageOf }: StandInContext, { body }: ApiCall) {
  // As it was written; as a float it would not be exact.
  const [, amount = "0.00"] = /"price_amount":(\d+\.\d\d)/.exec(body) ?? [];
  const order = JSON.parse(body) as Record<
    "order_id" | "price_currency" | "success_url" | "ipn_callback_url",
    string
  >;
  const payment = store.open({
    id: String(randomInt(4_000_000_000, 9_000_000_000)),
    provider: "nowpayments",
    reference: order.order_id,
    amount,
    currency: order.price_currency.toUpperCase(),
    returnUrl: order.success_url,
    notifyUrl: order.ipn_callback_url,
    expiresAtMs: nowMs() + LIFETIME_MS,
  });
  return { status: 200, body: { id: payment.id, order_id: payment.reference, invoice_url: pageOf(payment) } };
}

function membersOf(payment: HostedPayment): Record<string, string> {
  const [asked, paid] = [cents(payment.amount), cents(payment.paid)];
  const paidStatus = paid < asked ? "partially_paid" : "finished";
  const status = payment.status === "paid" ? paidStatus : payment.status === "open" ? "waiting" : "expired";
  return {
    payment_id: `5${payment.id}`,
    invoice_id: payment.id,
    payment_status: JSON.stringify(status),
    price_amount: payment.amount,
    price_currency: JSON.stringify(payment.currency.toLowerCase()),
    pay_amount: `${asked * 2n}e-2`,
    actually_paid: `${paid * 2n}e-2`,
    pay_currency: '"usdttrc20"',
    order_id: JSON.stringify(payment.reference),
  };
}

function cents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}
