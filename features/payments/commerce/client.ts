import type { CommerceOrder } from "#features/payments/commerce/contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";

type WithDataLayer = { dataLayer?: unknown };

/** A credited top-up as analytics know purchases. */
function purchaseEvent({ id, payment_method_name, cost }: CommerceOrder): object {
  return {
    event: "purchase",
    ecommerce: {
      transaction_id: String(id),
      value: cost,
      currency: "RUB",
      payment_type: payment_method_name,
      items: [{ item_id: "top-up", item_name: payment_method_name, price: cost, quantity: 1 }],
    },
  };
}

let running: Promise<void> | null = null;

/**
 * Hands the user's credited top-ups that were not reported yet to the page's analytics, where there are any, and notes that.
 * One tab at a time; a failure leaves them for the next time.
 */
export function reportPurchases(): Promise<void> {
  running ??= inOneTab(report)
    .catch(() => undefined)
    .finally(() => {
      running = null;
    });
  return running;
}

async function report(): Promise<void> {
  const orders = await getJson<CommerceOrder[]>("users/commerce-orders");
  if (orders.length === 0) return;
  const { dataLayer } = globalThis as WithDataLayer;
  if (Array.isArray(dataLayer)) for (const order of orders) dataLayer.push(purchaseEvent(order));
  await api.post("users/commerce-orders-save", { order_ids: orders.map(({ id }) => id) });
}

/** Browsers have locks on secure pages only. */
function inOneTab(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request("commerce-orders", work) : work();
}
