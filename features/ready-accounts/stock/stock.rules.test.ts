import { test } from "vitest";
import {
  accountOfferEvents,
  accountOfferStates,
  accountOffers,
  stockUnits,
  unitEvents,
  unitStates,
} from "#features/ready-accounts/stock/stock.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("an offer of accounts is put on sale and stopped again, and never becomes a draft", () => {
  expectPairs(
    { states: accountOfferStates, events: accountOfferEvents, nextState: accountOffers.nextState },
    ["draft put_on_sale on_sale", "on_sale stop stopped", "stopped put_on_sale on_sale"],
  );
});

test("an account is sold out of an order or in place of another, and neither a sold nor a withdrawn one comes back", () => {
  expectPairs({ states: unitStates, events: unitEvents, nextState: stockUnits.nextState }, [
    "available hold held",
    "available withdraw withdrawn",
    "available break withdrawn",
    "available replace sold",
    "held release available",
    "held sell sold",
    "held break withdrawn",
  ]);
});
