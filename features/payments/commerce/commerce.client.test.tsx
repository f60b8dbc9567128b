import { afterEach, beforeEach, expect, test } from "vitest";
import { reportPurchases } from "#features/payments/commerce/commerce.client.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

type Page = { dataLayer?: object[] };
const page = globalThis as Page;
const orders = [
  { id: 7, payment_method_name: "AliPay", cost: 250.5 },
  { id: 9, payment_method_name: "Bank card", cost: 100 },
];

beforeEach(() => {
  page.dataLayer = [];
});
afterEach(() => {
  delete page.dataLayer;
  localStorage.clear();
});

test("each order is handed to the analytics as a purchase, then saved", async () => {
  const requests = fakeApi(({ method }) => ({
    status: 200,
    body: method === "GET" ? orders : { order_ids: [7, 9] },
  }));
  await reportPurchases();
  expect(page.dataLayer).toMatchObject([
    {
      event: "purchase",
      ecommerce: { transaction_id: "7", value: 250.5, currency: "RUB", payment_type: "AliPay" },
    },
    { event: "purchase", ecommerce: { transaction_id: "9", value: 100 } },
  ]);
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["GET", "/users/commerce-orders", undefined],
    ["POST", "/users/commerce-orders-save", { order_ids: [7, 9] }],
  ]);
});

test("parallel calls are one; without orders nothing is saved", async () => {
  const requests = fakeApi(() => ({ status: 200, body: [] }));
  await Promise.all([reportPurchases(), reportPurchases()]);
  expect(requests).toHaveLength(1);
  expect(page.dataLayer).toEqual([]);
});

test("without analytics on the page the orders are only noted", async () => {
  delete page.dataLayer;
  const requests = fakeApi(({ method }) => ({
    status: 200,
    body: method === "GET" ? orders : { order_ids: [] },
  }));
  await reportPurchases();
  expect(requests).toHaveLength(2);
  expect(page.dataLayer).toBeUndefined();
});

test("a failing call disturbs nobody and leaves the orders for the next time", async () => {
  let isAway = true;
  fakeApi(({ method }) => {
    if (isAway) return refusal(503, "UNAVAILABLE", "away");
    return { status: 200, body: method === "GET" ? orders : { order_ids: [7, 9] } };
  });
  await reportPurchases();
  expect(page.dataLayer).toEqual([]);
  isAway = false;
  await reportPurchases();
  expect(page.dataLayer).toHaveLength(2);
});

test("what was handed over and could not be noted is not handed over again", async () => {
  let isAway = true;
  const requests = fakeApi(({ method }) => {
    if (method === "GET") return { status: 200, body: orders };
    return isAway ? refusal(503, "UNAVAILABLE", "away") : { status: 200, body: { order_ids: [7, 9] } };
  });
  await reportPurchases();
  expect(page.dataLayer).toHaveLength(2);
  isAway = false;
  await reportPurchases();
  expect(page.dataLayer).toHaveLength(2);
  expect(requests.at(-1)).toMatchObject({ method: "POST", body: { order_ids: [7, 9] } });
  expect(localStorage).toHaveLength(0);
});
