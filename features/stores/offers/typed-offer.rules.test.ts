import { expect, test } from "vitest";
import {
  emptyStoreOffer,
  storeOfferBody,
  type TypedStoreOffer,
} from "#features/stores/offers/typed-offer.rules.ts";

const whole: TypedStoreOffer = {
  ...emptyStoreOffer,
  ...{ service: { id: 52, name: "Telegram", icon: null }, countryId: "6", groupName: "Files" },
  ...{ name: "Telegram, aged", format: "session", price: "1 000,50" },
  provenance: "Registered by ourselves with our own SIM cards",
};

test("the form of a store's offer becomes the terms that the call takes", () => {
  expect(storeOfferBody(whole)).toMatchObject({
    ...{ serviceId: 52, countryId: 6, priceKopecks: 100_050, minCount: 1, warrantyHours: 24 },
    template: "login:password",
  });
});

test.each<[string, Partial<TypedStoreOffer>]>([
  ["a service", { service: null }],
  ["a country", { countryId: "" }],
  ["a name", { name: " " }],
  ["a price of a rouble at least", { price: "0,99" }],
  ["a price that is an amount", { price: "much" }],
  ["a warranty of a day at least", { warrantyHours: "23" }],
  ["a count of one at least", { minCount: "0" }],
  ["words about where the accounts come from", { provenance: "mine" }],
])("an offer without %s is not sent", (_, part) => {
  expect(storeOfferBody({ ...whole, ...part })).toBeNull();
});
