import { describe, expect, test } from "vitest";
import {
  availableChange,
  daysBetween,
  heldChange,
  moveOf,
  moves,
  noFilters,
  type Phase,
  readFilters,
  statementQuery,
} from "#features/ledger/statement/statement.rules.ts";
import { isTimeZone } from "#lib/i18n/formats.ts";

test("own money changes only where money comes, goes or is captured", () => {
  const own = moves.map((move) => [move, availableChange(move, 100) + heldChange(move, 100)]);
  expect(Object.fromEntries(own)).toEqual({
    ...{ hold: 0, capture: -100, give_back: 0, in: 100, out: -100 },
    ...{ wait: 100, release: 0, reverse: -100 },
  });
});

test("every phase of a row is one move", () => {
  const move = (phase: Phase, isCredit = false, kind = "top_up") => moveOf({ kind, phase, isCredit });
  expect(move("pending")).toBe("hold");
  expect(move("post")).toBe("capture");
  expect(move("void")).toBe("give_back");
  expect([move("single", true), move("single")]).toEqual(["in", "out"]);
  expect(move("single", true, "store_share")).toBe("wait");
  expect(move("single", false, "store_accrual")).toBe("release");
  expect(move("single", false, "store_share_reversal")).toBe("reverse");
});

test("a period counts both its ends, over a leap day too", () => {
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(3);
  expect(daysBetween("2026-03-01", "2026-02-28")).toBeLessThan(1);
});

test("time zones are names; offsets, whose sign is read both ways, are refused", () => {
  expect(["UTC", "Asia/Kathmandu", "America/Argentina/Buenos_Aires"].every(isTimeZone)).toBe(true);
  expect(["+05:30", "Mars/Base", "", "Europe/Berlin; drop", "../etc"].some(isTimeZone)).toBe(false);
});

describe("filters in the address", () => {
  test("come back as they were put there, and the empty ones are not there", () => {
    const chosen = { ...noFilters, direction: "incoming", kind: "top_up", from: "2026-11-01" } as const;
    expect(statementQuery(chosen)).toBe("?tab=incoming&kind=top_up&from=2026-11-01");
    expect(readFilters(Object.fromEntries(new URLSearchParams(statementQuery(chosen))))).toEqual(chosen);
    expect(statementQuery(noFilters)).toBe("");
  });
  test("nonsense in the address filters nothing", () => {
    expect(
      readFilters({ tab: "x", kind: "a'b", service: ["tg", "wa"], from: "2026-02-31", to: "tomorrow" }),
    ).toEqual(noFilters);
  });
});
