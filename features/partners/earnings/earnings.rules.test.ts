import { expect, test } from "vitest";
import {
  activationOfRefund,
  nextState,
  orderOfShare,
  shareReference,
} from "#features/partners/earnings/earnings.rules.ts";

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

test("a refunded order's share is reversed before it was paid and taken back after it, once", () => {
  expect(nextState("pending", "give_back")).toBe("reversed");
  expect(nextState("available", "give_back")).toBe("taken_back");
  expect(nextState("reversed", "pay")).toBeNull();
  expect(nextState("taken_back", "give_back")).toBeNull();
});
