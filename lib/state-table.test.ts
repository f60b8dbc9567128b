import { expect, test } from "vitest";
import { stateTable } from "#lib/state-table.ts";

const { nextState, statesBefore, isFinal, openStates } = stateTable<
  "open" | "waiting" | "over",
  "wait" | "end"
>(["open", "waiting", "over"], {
  open: { wait: "waiting", end: "over" },
  waiting: { wait: "waiting", end: "over" },
  over: {},
});

test("an event leads where the table says, and nowhere from a state that does not name it", () => {
  expect(nextState("open", "wait")).toBe("waiting");
  expect(nextState("over", "end")).toBeNull();
});

test("the states before an event are those that name it, also by where it leads", () => {
  expect(statesBefore("end")).toEqual(["open", "waiting"]);
  expect(statesBefore("wait", "over")).toEqual([]);
});

test("a state is final when no event leaves it, and open until then", () => {
  expect((["open", "waiting", "over"] as const).filter(isFinal)).toEqual(["over"]);
  expect(openStates).toEqual(["open", "waiting"]);
});
