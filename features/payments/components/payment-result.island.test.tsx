import { useQueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaymentResult } from "#features/payments/components/payment-result.island.tsx";
import type { PaymentView, PlannedPurchase } from "#features/payments/payments.contract.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const pending: PaymentView = {
  id: 100_001,
  method: "test-gateway",
  methodName: "Test card",
  screen: "redirect",
  amountKopecks: 50_000,
  charge: { amount: "500.00", currency: "RUB" },
  state: "pending",
  stateText: "Waiting for payment",
  isOpen: true,
  received: null,
  takenBackKopecks: 0,
  redirectUrl: "/test-gateway/pay/tp_1",
  service: null,
  country: null,
  goback: false,
  externalId: null,
  planned: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2026-11-21T11:00:00.000Z",
  creditedAt: null,
};
const credited: PaymentView = { ...pending, state: "credited", isOpen: false, redirectUrl: null };
const purchase: PlannedPurchase = {
  kind: "number",
  name: "Telegram",
  icon: null,
  country: null,
  path: "/telegram?country=indonesia",
};

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const heading = () => screen.getByRole("heading").textContent;

test("it becomes successful by itself, only when the money is credited, and leads back to the purchase", async () => {
  let answer = pending;
  const requests = fakeApi(() => ({ status: 200, body: answer }));
  renderIsland(<PaymentResult initial={pending} purchase={purchase} supportEmail="help@shop.example" />);
  expect(heading()).toBe("Payment is being completed");
  expect(screen.getByRole("link", { name: "Continue the payment" }).getAttribute("href")).toBe(
    pending.redirectUrl,
  );
  await wait(2_500);
  expect(heading()).toBe("Payment is being completed");
  answer = credited;
  await wait(2_500);
  expect(heading()).toBe("Payment successful");
  expect(screen.getByText("500,00 ₽ has been added to your balance.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to the purchase" }).getAttribute("href")).toBe(purchase.path);
  const asked = requests.length;
  await wait(30_000);
  expect(requests).toHaveLength(asked);
});

test.each<[Partial<PlannedPurchase>, string]>([
  [{ kind: "software", name: "Bulk sender", path: "/profile/software" }, "Back to Bulk sender"],
  [
    { kind: "accounts", name: "Telegram, aged", path: "/?type=readyAccounts&accounts=tg" },
    "Back to ready accounts",
  ],
])("what is no number is gone back to by its own words: %j", (planned, words) => {
  fakeApi(() => ({ status: 200, body: credited }));
  renderIsland(
    <PaymentResult
      initial={credited}
      purchase={{ ...purchase, ...planned }}
      supportEmail="help@shop.example"
    />,
  );
  expect(screen.getByRole("link", { name: words }).getAttribute("href")).toBe(planned.path);
});

test("a live word about the balance makes it look at once", async () => {
  let answer = pending;
  fakeApi(({ path }) => ({ status: 200, body: path.includes("balance") ? 500 : answer }));
  let sayBalance = () => {};
  function Stream() {
    const client = useQueryClient();
    sayBalance = () => void client.setQueryData(balanceKey, { availableKopecks: 50_000 });
    return <PaymentResult initial={pending} purchase={null} supportEmail="help@shop.example" />;
  }
  renderIsland(<Stream />);
  await wait(100);
  answer = credited;
  act(() => sayBalance());
  await wait(100);
  expect(heading()).toBe("Payment successful");
});

test("a failing question is told and asked again; what was known stays", async () => {
  let isAway = true;
  fakeApi(() => (isAway ? refusal(503, "UNAVAILABLE", "away") : { status: 200, body: credited }));
  renderIsland(<PaymentResult initial={pending} purchase={null} supportEmail="help@shop.example" />);
  await wait(2_500);
  expect(heading()).toBe("Payment is being completed");
  expect(screen.getByText(/can't check the payment right now/)).toBeTruthy();
  isAway = false;
  await wait(2_500);
  expect(heading()).toBe("Payment successful");
  expect(screen.getByRole("link", { name: "My numbers" }).getAttribute("href")).toBe("/profile");
});

test("a payment that takes long says so", async () => {
  fakeApi(() => ({ status: 200, body: pending }));
  renderIsland(<PaymentResult initial={pending} purchase={null} supportEmail="help@shop.example" />);
  await wait(120_000);
  expect(screen.getByText(/This is taking longer than usual/)).toBeTruthy();
});

test.each<[Partial<PaymentView>, string, RegExp]>([
  [
    { state: "underpaid", received: { amount: "250.00", currency: "RUB" } },
    "Paid too little",
    /^250,00 ₽ arrived instead of 500,00 ₽.*payment number 100001/,
  ],
  [
    { state: "overpaid", isOpen: false, received: { amount: "5.00", currency: "USD" } },
    "Paid too much",
    /^5,00\sUSD arrived instead of 500,00\s₽/,
  ],
  [{ state: "failed", isOpen: false }, "Payment failed", /You were not charged/],
  [{ state: "expired", isOpen: false }, "Not paid in time", /You were not charged/],
  [{ state: "refunded", isOpen: false }, "Refunded", /was refunded to your original/],
  [{ state: "charged_back", isOpen: false }, "Charged back", /reversed the payment/],
  [
    {
      state: "underpaid",
      charge: { amount: "6.140000", currency: "USDT" },
      received: { amount: "5.000000", currency: "USDT" },
    },
    "Paid too little",
    /^5,00\sUSDT arrived instead of 6,14\sUSDT/,
  ],
])("%j is never called successful", (part, title, lead) => {
  fakeApi(() => ({ status: 200, body: { ...pending, ...part } }));
  renderIsland(
    <PaymentResult initial={{ ...pending, ...part }} purchase={null} supportEmail="help@shop.example" />,
  );
  expect(heading()).toBe(title);
  expect(screen.getByText(lead)).toBeTruthy();
});

test("money in another amount leads to the support, or to the page that tells more", () => {
  const differs: PaymentView = {
    ...pending,
    state: "underpaid",
    received: { amount: "250.00", currency: "RUB" },
  };
  fakeApi(() => ({ status: 200, body: differs }));
  const { unmount } = renderIsland(
    <PaymentResult initial={differs} purchase={null} supportEmail="help@shop.example" />,
  );
  expect(screen.getByRole("link", { name: "Write to support" }).getAttribute("href")).toBe(
    "mailto:help@shop.example?subject=Payment%20100001",
  );
  unmount();
  renderIsland(
    <PaymentResult
      initial={{ ...differs, screen: "invoice" }}
      purchase={null}
      supportEmail="help@shop.example"
    />,
  );
  expect(screen.getByRole("link", { name: "Show the details" }).getAttribute("href")).toBe(
    "/profile/pay/invoice/100001",
  );
});
