import { test } from "vitest";
import {
  storeApplicationEvents,
  storeApplicationStates,
  storeApplications,
} from "#features/stores/applications/store-applications.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("an application for a store is decided once, and nothing follows", () => {
  expectPairs(
    {
      states: storeApplicationStates,
      events: storeApplicationEvents,
      nextState: storeApplications.nextState,
    },
    ["waiting approve approved", "waiting decline declined"],
  );
});
