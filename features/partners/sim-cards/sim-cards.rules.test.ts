import { expect, test } from "vitest";
import { readSimCardChoice, simCardQuery } from "#features/partners/sim-cards/sim-cards.rules.ts";

test("a choice is the same after a way through the address", () => {
  const choice = { search: "p7 & 62", country: "indonesia", state: "held" } as const;
  const query = Object.fromEntries(new URLSearchParams(simCardQuery(choice)));
  expect(readSimCardChoice(query)).toEqual(choice);
  expect(simCardQuery({ search: "", country: "", state: "" })).toBe("");
});

test("what an address says that nobody understands narrows nothing", () => {
  const nothing = { search: "", country: "", state: "" };
  expect(readSimCardChoice({ state: "sold", country: "No Land", search: ["a", "b"] })).toEqual(nothing);
});
