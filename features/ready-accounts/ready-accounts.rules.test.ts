import { expect, test } from "vitest";
import {
  accountOrderEvents,
  accountOrderStates,
  accountOrders,
  comesInParts,
  deliveryFileName,
  deliveryPartCount,
  orderCountMax,
  preparedBehind,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("an order of accounts is settled once, by delivery or by giving the money back", () => {
  expectPairs(
    { states: accountOrderStates, events: accountOrderEvents, nextState: accountOrders.nextState },
    ["held deliver delivered", "held refund cancelled"],
  );
});

test("the file of a delivery is called as the setting says, with the offer's number", () => {
  expect(deliveryFileName("grizzly-accounts-{offerId}.txt", 17)).toBe("grizzly-accounts-17.txt");
  expect(deliveryFileName("den {offerId} of ours.json", 17)).toBe("den 17 of ours.json");
});

test("an order is prepared in parts above the count of one, and its last part ends with its last account", () => {
  expect([comesInParts(deliveryPartCount), comesInParts(deliveryPartCount + 1)]).toEqual([false, true]);
  for (const count of [1, deliveryPartCount, deliveryPartCount + 1, orderCountMax - 1, orderCountMax]) {
    let [parts, prepared] = [0, 0];
    for (; prepared < count; parts += 1) prepared = preparedBehind(prepared, count);
    expect([prepared, parts]).toEqual([count, Math.ceil(count / deliveryPartCount)]);
  }
});
