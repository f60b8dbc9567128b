import { expect, test } from "vitest";
import {
  applicationEvents,
  applicationStates,
  nextState,
  simCountriesOf,
} from "#features/partners/partner-applications/partner-applications.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a partner application is decided once: every pair of state and event", () => {
  expectPairs({ states: applicationStates, events: applicationEvents, nextState }, [
    "waiting approve approved",
    "waiting decline declined",
  ]);
});

test.each([
  ["Latvia", "Latvia"],
  [" Latvia ,Kazakhstan,  South   Africa,", "Latvia, Kazakhstan, South Africa"],
  ["Индия，Китай、भारत", "Индия, Китай, भारत"],
  ["Latvia, Latvia", "Latvia"],
  ["Latvia; Chile", "Latvia, Chile"],
])("SIM countries typed as %j are kept as %j", (typed, kept) => expect(simCountriesOf(typed)).toBe(kept));

test.each(["", ",", "Latvia,,Chile", "12, 13", ", Latvia", "x".repeat(61)])(
  "%j is no list of SIM countries",
  (typed) => expect(simCountriesOf(typed)).toBeNull(),
);
