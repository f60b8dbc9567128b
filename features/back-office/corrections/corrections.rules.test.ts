import { expect, test } from "vitest";
import {
  correctionEvents,
  correctionKinds,
  correctionReference,
  correctionStates,
  findSignerProblem,
  neededPermission,
  needsSecond,
  nextState,
} from "#features/back-office/corrections/corrections.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

const limits = { aloneKopecks: 100_000, leadKopecks: 5_000_000 };

test("a proposal is decided once: every pair of state and event", () => {
  expectPairs({ states: correctionStates, events: correctionEvents, nextState }, [
    "proposed carry_out carried_out",
    "proposed reject rejected",
    "proposed withdraw withdrawn",
  ]);
});

test("only a refund of an order and a partner's fine, up to the limit, are done by one person", () => {
  for (const kind of correctionKinds) {
    expect(needsSecond(kind, 100_000, limits)).toBe(kind !== "activation_refund" && kind !== "partner_fine");
    expect(needsSecond(kind, 100_001, limits)).toBe(true);
  }
});

test("a lead signs what is above the limit, and every debt that is given up", () => {
  expect(neededPermission("adjustment_credit", 5_000_000, limits)).toBe("money");
  expect(neededPermission("adjustment_credit", 5_000_001, limits)).toBe("money-lead");
  expect(neededPermission("debt_write_off", 1, limits)).toBe("money-lead");
});

test("nobody signs what they proposed or what is theirs, whatever their permissions", () => {
  const correction = { kind: "adjustment_credit", amountKopecks: 100, userId: 7, proposerId: 8 } as const;
  const problem = (staffId: number, permission: "support" | "money" | "money-lead" | null) =>
    findSignerProblem(correction, { staffId, permission }, limits);
  expect(problem(8, "money-lead")).toBe("same-person");
  expect(problem(7, "money-lead")).toBe("own-account");
  expect(problem(9, "money")).toBeNull();
  expect(problem(9, "support")).toBe("lead-needed");
  expect(problem(9, null)).toBe("lead-needed");
});

test("the ledger knows an order's refund by the order, everything else by the correction", () => {
  expect(correctionReference({ id: 1, kind: "activation_refund", activationId: 5 })).toBe(
    "activation:5:refund",
  );
  expect(correctionReference({ id: 1, kind: "adjustment_debit", activationId: null })).toBe("correction:1");
});
