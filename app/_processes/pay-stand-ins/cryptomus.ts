import { createHash, randomUUID } from "node:crypto";
import {
  type ApiCall,
  objectText,
  type StandIn,
  type StandInContext,
} from "#app/_processes/pay-stand-ins/call.ts";
import type { HostedPayment } from "#app/_processes/pay-stand-ins/store.ts";
import { nowMs } from "#lib/clock.ts";

export type CryptomusKeys = { merchantId: string; paymentKey: string };

/** Cryptomus: `/v1/payment` and `/v1/payment/info`, PHP's JSON signed with md5 in both directions. */
export function cryptomusStandIn({ merchantId, paymentKey }: CryptomusKeys): StandIn {
  const sign = (text: string) =>
    createHash("md5")
      .update(Buffer.from(text).toString("base64") + paymentKey)
      .digest("hex");
  return {
    answer(ground, call) {
      if (call.headers.merchant !== merchantId || call.headers.sign !== sign(call.body)) {
        return { status: 401, body: { state: 1, message: "Wrong sign" } };
      }
      if (call.method !== "POST") return null;
      const payment = call.path === "/v1/payment" ? openInvoice(ground, call) : findInvoice(ground, call);
      return (
        payment && { status: 200, body: `{"state":0,"result":${objectText(membersOf(ground, payment))}}` }
      );
    },
    notice(ground, payment) {
      const members = { type: '"payment"', ...membersOf(ground, payment), is_final: "true" };
      const signature = JSON.stringify(sign(objectText(members)));
      return { body: objectText({ ...members, sign: signature }), headers: {} };
    },
  };
}

function findInvoice({ store }: StandInContext, { path, body }: ApiCall): HostedPayment | null {
  if (path !== "/v1/payment/info") return null;
  return store.find("cryptomus", (JSON.parse(body) as { uuid: string }).uuid);
}

/** The same order is the same invoice. */
function openInvoice({ store }: StandInContext, { body }: ApiCall): HostedPayment {
  const order = JSON.parse(body) as Record<string, string> & { lifetime: number };
  const reference = order.order_id ?? "";
  const known = store.listOf("cryptomus", reference)[0];
  if (known) return known;
  return store.open({
    id: randomUUID(),
    provider: "cryptomus",
    reference,
    amount: order.amount ?? "0.00",
    currency: order.currency ?? "USD",
    returnUrl: order.url_return ?? "",
    notifyUrl: order.url_callback ?? "",
    expiresAtMs: nowMs() + order.lifetime * 1000,
  });
}

function membersOf({ pageOf }: StandInContext, payment: HostedPayment): Record<string, string> {
  const status = JSON.stringify(statusOf(payment));
  return {
    uuid: JSON.stringify(payment.id),
    order_id: JSON.stringify(payment.reference),
    amount: JSON.stringify(payment.amount),
    payment_amount: JSON.stringify(payment.paid),
    payer_amount: JSON.stringify(payment.amount),
    payer_currency: '"USDT"',
    currency: JSON.stringify(payment.currency),
    url: JSON.stringify(pageOf(payment)).replaceAll("/", "\\/"),
    payment_status: status,
    status,
  };
}

function statusOf({ status, paid, amount }: HostedPayment): string {
  if (status === "open") return "check";
  if (status === "expired") return "cancel";
  const [came, asked] = [BigInt(paid.replace(".", "")), BigInt(amount.replace(".", ""))];
  if (came === asked) return "paid";
  return came < asked ? "wrong_amount" : "paid_over";
}
