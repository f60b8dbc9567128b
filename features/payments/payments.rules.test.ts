import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Charge } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { findAmountProblem } from "#features/payments/methods.rules.ts";
import {
  isClosed,
  judgeAnswer,
  missingFor,
  nextState,
  type PaymentEvent,
  type PaymentState,
  type ProviderPayment,
  paymentEvents,
  paymentIdOf,
  paymentStates,
  placeParts,
  referenceOf,
  settledState,
  statesBefore,
} from "#features/payments/payments.rules.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

/** Every pair that is allowed, written down apart from the table it tests. */
const ALLOWED = [
  "created open pending",
  "created give_up failed",
  "pending pay_less underpaid",
  "pending pay_more overpaid",
  "pending confirm confirmed",
  "pending decline failed",
  "pending expire expired",
  "underpaid pay_more overpaid",
  "underpaid confirm confirmed",
  "underpaid refund refunded",
  "underpaid charge_back charged_back",
  "overpaid refund refunded",
  "overpaid charge_back charged_back",
  "confirmed credit credited",
  "confirmed refund refunded",
  "confirmed charge_back charged_back",
  "credited refund refunded",
  "credited charge_back charged_back",
  "expired pay_less underpaid",
  "expired pay_more overpaid",
  "expired confirm confirmed",
  "failed pay_less underpaid",
  "failed pay_more overpaid",
  "failed confirm confirmed",
  "refunded charge_back charged_back",
  "refunded restore credited",
  "charged_back refund refunded",
  "charged_back restore credited",
] as const;

describe("states of a payment", () => {
  it("every pair of state and event leads where the rules say, and nowhere else", () => {
    expectPairs({ states: paymentStates, events: paymentEvents, nextState }, ALLOWED);
  });

  it("no payment becomes credited but over confirmed", () => {
    expect(ALLOWED.filter((pair) => pair.endsWith(" credited"))).toEqual([
      "confirmed credit credited",
      // Only where it had been credited; the write looks.
      "refunded restore credited",
      "charged_back restore credited",
    ]);
    expect(statesBefore("confirm")).toEqual(["pending", "underpaid", "expired", "failed"]);
  });
});

const AGREED: Charge = { amount: "100.00", currency: "RUB" };
const answer = (part: Partial<ProviderPayment>): ProviderPayment => ({
  providerPaymentId: "tp_1",
  reference: "payment-1",
  state: "paid",
  paidAmount: "100.00",
  paidCurrency: "RUB",
  reversed: null,
  payerFingerprint: null,
  ...part,
});

describe("the provider's answer", () => {
  it.each<[string, Partial<ProviderPayment>, PaymentEvent | null]>([
    ["nothing yet", { state: "open", paidAmount: "0.00" }, null],
    ["under way", { state: "processing", paidAmount: "100.00" }, null],
    ["exactly the amount", {}, "confirm"],
    ["another spelling of the amount", { paidAmount: "100" }, "confirm"],
    ["a kopeck less", { paidAmount: "99.99" }, "pay_less"],
    ["a kopeck more", { paidAmount: "100.01" }, "pay_more"],
    ["the amount in another currency", { paidCurrency: "USD" }, "pay_less"],
    ["the currency in small letters", { paidCurrency: "rub" }, "pay_less"],
    ["a refusal", { state: "declined" }, "decline"],
    ["the end of its time", { state: "expired" }, "expire"],
  ])("an answer is judged by what was agreed: %s", (_name, part, event) => {
    expect(judgeAnswer(AGREED, answer(part))).toEqual({ event });
  });

  it.each([
    "1e2",
    "100.001",
    "-100.00",
    "0x64",
    "1 00.00",
    " 100.00",
    "100,00",
    "",
    "0",
    "0.00",
    "NaN",
    "99999999999999999999",
  ])("decides nothing with the amount '%s'", (paidAmount) => {
    expect(judgeAnswer(AGREED, answer({ paidAmount }))).toHaveProperty("unreadable");
  });

  it("confirms an amount if and only if it is the agreed one", () => {
    const amount = fc.integer({ min: 1, max: 10_000_000_00 });
    fc.assert(
      fc.property(amount, amount, (agreed, paid) => {
        const charge: Charge = { amount: decimalRoubles(kopecks(agreed)), currency: "RUB" };
        const judged = judgeAnswer(charge, answer({ paidAmount: decimalRoubles(kopecks(paid)) }));
        expect(judged).toEqual({
          event: paid === agreed ? "confirm" : paid < agreed ? "pay_less" : "pay_more",
        });
      }),
    );
  });

  it("credits what is confirmed from every state in which money may still come", () => {
    for (const state of ["created", "pending", "underpaid", "confirmed", "expired", "failed"] as const)
      expect(settledState(state, "confirm")).toBe("credited");
    expect(settledState("overpaid", "confirm")).toBe("overpaid");
    expect(settledState("created", null)).toBe("pending");
  });

  it("ends in the same state in whatever order the same answers are taken in", () => {
    const orders = [
      ["confirm", "decline", "expire"],
      ["decline", "expire", "confirm"],
      ["expire", "confirm", "decline"],
    ] as const;
    for (const events of orders)
      expect(events.reduce<PaymentState>((state, event) => settledState(state, event), "pending")).toBe(
        "credited",
      );
  });

  it("never leaves credited by an answer about paying", () => {
    for (const event of ["pay_less", "pay_more", "confirm", "decline", "expire"] as const)
      expect(settledState("credited", event)).toBe("credited");
    expect(isClosed("credited")).toBe(true);
    expect(isClosed("pending")).toBe(false);
  });
});

describe("amounts and references", () => {
  const limits = { minKopecks: 1_000, maxKopecks: 100_000 };
  it.each([
    [-1, "not-positive"],
    [0, "not-positive"],
    [1, "too-small"],
    [999, "too-small"],
    [1_000, null],
    [100_000, null],
    [100_001, "too-large"],
  ])("an amount of %i kopecks is judged as %s", (amount, problem) => {
    expect(findAmountProblem(amount, limits)).toBe(problem);
  });

  it("knows its own references and no others", () => {
    expect(paymentIdOf(referenceOf(100_001))).toBe(100_001);
    for (const foreign of ["payment-0", "payment-1x", "order-5", "payment-", "payment-99999999999999999"])
      expect(paymentIdOf(foreign)).toBeNull();
  });
});

describe("the place a payer comes from", () => {
  it("is a part of what a key stands for, and a key of before there was anything planned means what it meant", () => {
    const place = { service: "tg", country: "6", goback: true, externalId: "order:7" };
    expect(placeParts(place)).toEqual(["tg", "6", true, "order:7"]);
    expect(placeParts({ ...place, planned: "software-3" })).toEqual([...placeParts(place), "software-3"]);
  });
});

describe("what is missing for a purchase", () => {
  it.each([
    [1_078, 0, 0, 1_078],
    [1_078, 0, 500, 578],
    [1_078, 0, 1_078, 0],
    [1_078, 0, 5_000, 0],
    [1_078, 300, 0, 1_378],
    [1_078, 300, -300, 1_378],
  ])(
    "a price of %d kopecks with a debt of %d and a balance of %d needs a top-up of %d",
    (price, debt, balance, missing) => {
      const purchase = { priceKopecks: price, debtKopecks: debt, availableKopecks: balance };
      expect(missingFor(purchase)).toBe(missing);
    },
  );
});
