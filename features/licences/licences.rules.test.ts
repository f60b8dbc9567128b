import { expect, test } from "vitest";
import {
  isLicenceCall,
  licenceProductEvents,
  licenceProductStates,
  licenceProducts,
} from "#features/licences/licences.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a product is put on sale and stopped, again and again, and never is a draft again", () => {
  expectPairs(
    {
      states: licenceProductStates,
      events: licenceProductEvents,
      nextState: licenceProducts.nextState,
    },
    ["draft put_on_sale on_sale", "on_sale stop stopped", "stopped put_on_sale on_sale"],
  );
});

test.each([
  ["/licences", true],
  ["/licences/verify", true],
  ["/desk/licences/products", true],
  ["/licencesx", false],
  ["/profile/licences", false],
  ["/desk/people", false],
])("whether %s is a call about licences: %s", (path, isOne) => {
  expect(isLicenceCall({ path })).toBe(isOne);
});
