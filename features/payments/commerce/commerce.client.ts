import type { CommerceOrder } from "#features/payments/commerce/commerce.contract.ts";
import { countPurchase } from "#features/site/analytics/analytics.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";

/** A credited top-up as analytics know purchases. */
function purchaseOf({ id, payment_method_name, cost }: CommerceOrder): object {
  return {
    transaction_id: String(id),
    value: cost,
    currency: "RUB",
    payment_type: payment_method_name,
    items: [{ item_id: "top-up", item_name: payment_method_name, price: cost, quantity: 1 }],
  };
}

/** Ids that this browser has handed over and could not note yet: the page may have been left in between. */
const TOLD = "commerce-orders-told";

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
  const told = readTold();
  const isCounted = orders.map((order) => told.has(order.id) || countPurchase(purchaseOf(order)));
  if (isCounted.includes(true)) localStorage.setItem(TOLD, JSON.stringify(orders.map(({ id }) => id)));
  await api.post("users/commerce-orders-save", { order_ids: orders.map(({ id }) => id) });
  localStorage.removeItem(TOLD);
}

function readTold(): ReadonlySet<unknown> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(TOLD) ?? "[]");
    return new Set(Array.isArray(ids) ? ids : []);
  } catch {
    return new Set();
  }
}

/** Browsers have locks on secure pages only. */
function inOneTab(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request("commerce-orders", work) : work();
}
