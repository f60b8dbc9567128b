import { expect, test } from "vitest";
import {
  askedService,
  findReadyServices,
  mostOf,
  shopPath,
  steppedCount,
} from "#features/ready-accounts/shop/shop.rules.ts";

test("the count of an offer moves by one, and never below its least or above its stock", () => {
  const offer = { min_count: 2, count: 4 };
  expect([2, 3, 4].map((count) => steppedCount(count, 1, offer))).toEqual([3, 4, 4]);
  expect([2, 3, 4].map((count) => steppedCount(count, -1, offer))).toEqual([2, 2, 3]);
  expect(mostOf({ min_count: 1, count: 10_000 })).toBe(2_000);
});

test("services are found by a part of their name in any case, or by their code", () => {
  const services = ["Telegram", "Café"].map((name, id) => ({ id, name, icon: null, external_id: `s${id}` }));
  const found = (typed: string) => findReadyServices(services, typed).map(({ name }) => name);
  expect([found(" GRAM "), found("cafe"), found("s0"), found(""), found("x")]).toEqual([
    ["Telegram"],
    ["Café"],
    ["Telegram"],
    ["Telegram", "Café"],
    [],
  ]);
});

test("the address of a service's offers says which service it asks for, and the one of all asks for none", () => {
  const asked = (path: string) => askedService(new URL(path, "https://shop.example").search);
  expect([asked(shopPath("tg")), asked(shopPath(null))]).toEqual(["tg", null]);
});
