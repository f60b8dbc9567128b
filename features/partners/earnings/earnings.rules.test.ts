import { expect, test } from "vitest";
import {
  activationOfRefund,
  earningEvents,
  earningStates,
  nextState,
  orderOfShare,
  shareReference,
} from "#features/partners/earnings/earnings.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a share's reference says which order earned it, and is made of that order again", () => {
  const known = {
    "activation:17:share": { orderKind: "activation", orderId: 17, extensionId: null },
    "rental:5:share": { orderKind: "rental", orderId: 5, extensionId: null },
    "rental:5:extension:9:share": { orderKind: "extension", orderId: 5, extensionId: 9 },
  } as const;
  for (const [reference, order] of Object.entries(known)) {
    expect(orderOfShare(reference)).toEqual(order);
    expect(shareReference(order)).toBe(reference);
  }
});

test("a reference that no order makes is a fault, never somebody's money", () => {
  for (const reference of ["activation:17", "activation:1:extension:2:share", "rental:x:share", ""])
    expect(() => orderOfShare(reference)).toThrow("belongs to no order");
  expect(() => activationOfRefund("rental:5:refund")).toThrow("belongs to no order");
  expect(activationOfRefund("activation:17:refund")).toBe(17);
});

test("a share is paid once, and refunded once before or after that: every pair of state and event", () => {
  expectPairs({ states: earningStates, events: earningEvents, nextState }, [
    "pending pay available",
    "pending refund reversed",
    "available refund taken_back",
  ]);
});
