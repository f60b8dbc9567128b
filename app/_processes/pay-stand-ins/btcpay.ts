import { createHmac, randomBytes } from "node:crypto";
import type { ApiCall, StandIn, StandInContext } from "#app/_processes/pay-stand-ins/call.ts";
import type { HostedPayment } from "#app/_processes/pay-stand-ins/store.ts";
import { nowMs } from "#lib/clock.ts";

export type BtcPayKeys = { storeId: string; apiKey: string; webhookSecret: string; notifyUrl: string };

/** BTCPay Server: invoices of one store over the Greenfield API, notices signed over the raw body. */
export function btcPayStandIn(keys: BtcPayKeys): StandIn {
  const store = `/api/v1/stores/${keys.storeId}`;
  return {
    answer(ground, call) {
      if (call.headers.authorization !== `token ${keys.apiKey}`) return { status: 401, body: {} };
      if (call.path === `${store}/pull-payments`) return { status: 200, body: [] };
      if (call.path === `${store}/invoices`) {
        const body = call.method === "POST" ? create(keys, ground, call) : list(keys, ground, call);
        return { status: 200, body };
      }
      const id = call.path.startsWith(`${store}/invoices/`)
        ? call.path.slice(`${store}/invoices/`.length)
        : "";
      const payment = ground.store.find("btcpay", id);
      return payment && { status: 200, body: invoiceOf(keys, ground, payment) };
    },
    notice(_ground, payment) {
      const body = JSON.stringify({
        deliveryId: randomBytes(11).toString("base64url"),
        type: payment.status === "paid" ? "InvoiceSettled" : "InvoiceExpired",
        timestamp: Math.floor(nowMs() / 1000),
        storeId: keys.storeId,
        invoiceId: payment.id,
        metadata: { orderId: payment.reference },
      });
      const signature = createHmac("sha256", keys.webhookSecret).update(body).digest("hex");
      return { body, headers: { "btcpay-sig": `sha256=${signature}` } };
    },
  };
}

type Order = {
  amount: string;
  currency: string;
  metadata: { orderId: string };
  checkout: { redirectURL: string; expirationMinutes: number };
};

function create(keys: BtcPayKeys, ground: StandInContext, { body }: ApiCall) {
  const order = JSON.parse(body) as Order;
  const payment = ground.store.open({
    id: randomBytes(16).toString("hex"),
    provider: "btcpay",
    reference: order.metadata.orderId,
    amount: order.amount,
    currency: order.currency,
    returnUrl: order.checkout.redirectURL,
    notifyUrl: keys.notifyUrl,
    expiresAtMs: nowMs() + order.checkout.expirationMinutes * 60_000,
  });
  return invoiceOf(keys, ground, payment);
}

function list(keys: BtcPayKeys, ground: StandInContext, { query }: ApiCall) {
  const found = ground.store.listOf("btcpay", query.get("orderId") ?? "");
  return found.map((payment) => invoiceOf(keys, ground, payment));
}

function invoiceOf({ storeId }: BtcPayKeys, { pageOf }: StandInContext, payment: HostedPayment) {
  return {
    id: payment.id,
    storeId,
    amount: payment.amount,
    // Coins are rounded up, so a settled invoice has got a trifle more.
    paidAmount: payment.status === "paid" ? `${payment.paid}000047` : "0",
    currency: payment.currency,
    type: "Standard",
    checkoutLink: pageOf(payment),
    ...statusOf(payment),
    archived: false,
    metadata: { orderId: payment.reference },
  };
}

function statusOf({ status, paid, amount, isLate }: HostedPayment) {
  if (status === "open") return { status: "New", additionalStatus: "None" };
  if (status === "expired") return { status: "Expired", additionalStatus: "None" };
  const [came, asked] = [BigInt(paid.replace(".", "")), BigInt(amount.replace(".", ""))];
  if (came < asked) return { status: "Expired", additionalStatus: "PaidPartial" };
  if (came > asked) return { status: "Settled", additionalStatus: "PaidOver" };
  return { status: "Settled", additionalStatus: isLate ? "PaidLate" : "None" };
}
