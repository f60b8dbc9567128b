import { expect, test } from "vitest";
import {
  accountOrderEvents,
  accountOrderStates,
  accountOrders,
  deliveryFileName,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("an order of accounts is settled once, by delivery or by giving the money back", () => {
  expectPairs(
    { states: accountOrderStates, events: accountOrderEvents, nextState: accountOrders.nextState },
    ["held deliver delivered", "held give_back cancelled"],
  );
});

test("the file of a delivery is called as the setting says, with the offer's number", () => {
  expect(deliveryFileName("grizzly-accounts-{offerId}.txt", 17)).toBe("grizzly-accounts-17.txt");
});
