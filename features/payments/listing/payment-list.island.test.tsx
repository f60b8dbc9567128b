import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PaymentList } from "#features/payments/listing/payment-list.island.tsx";
import type { PaymentView } from "#features/payments/payments.contract.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const payment = (id: number, part: Partial<PaymentView> = {}): PaymentView => ({
  id,
  method: "card",
  methodName: "Bank card",
  screen: "redirect",
  amountKopecks: 50_000,
  charge: { amount: "6.14", currency: "USD" },
  state: "credited",
  stateText: "Credited",
  isOpen: false,
  received: null,
  takenBackKopecks: 0,
  redirectUrl: null,
  service: null,
  country: null,
  goback: false,
  externalId: null,
  planned: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2026-11-21T11:00:00.000Z",
  creditedAt: null,
  ...part,
});

test("without payments it says what comes here", () => {
  renderIsland(<PaymentList initial={{ payments: [], isMore: false }} />);
  expect(screen.getByText("No payments yet")).toBeTruthy();
});

test("every state has its words, and an open payment a way to go on", () => {
  const payments = paymentStates.map((state, index) =>
    payment(100 - index, {
      state,
      stateText: translateMessage("en", `payments.states.${state}`),
      redirectUrl: state === "pending" ? "https://pay.example/7" : null,
    }),
  );
  renderIsland(<PaymentList initial={{ payments, isMore: false }} />);
  for (const { stateText } of payments) expect(screen.getByText(stateText)).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Continue: Bank card/ }).getAttribute("href")).toBe(
    "https://pay.example/7",
  );
  expect(screen.getAllByRole("link", { name: /^Details: Bank card/ })[0]?.getAttribute("href")).toBe(
    "/success-payment?payment=100",
  );
});

test("states have words of their own in every language", () => {
  for (const locale of locales) {
    const words = paymentStates.map((state) => translateMessage(locale, `payments.states.${state}`));
    expect(new Set(words).size).toBe(paymentStates.length);
  }
});

test("more come on demand, from the last one on; a failure is told and can be tried again", async () => {
  let isAway = true;
  const requests = fakeApi(({ query }) => {
    if (isAway) return refusal(503, "UNAVAILABLE", "away");
    return query.before === "99"
      ? { status: 200, body: { payments: [payment(98, { methodName: "PayPal" })], isMore: false } }
      : { status: 200, body: { payments: [payment(99)], isMore: true } };
  });
  renderIsland(<PaymentList initial={{ payments: [payment(99)], isMore: true }} />);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The payments could not be loaded.");
  isAway = false;
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText(/PayPal/)).toBeTruthy();
  expect(requests.every(({ query }) => query.before === "99")).toBe(true);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
