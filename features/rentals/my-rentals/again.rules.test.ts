import { expect, test } from "vitest";
import { parseChoice } from "#features/pricing/choice/choice.rules.ts";
import { againPath } from "#features/rentals/my-rentals/again.rules.ts";

const rental = {
  service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
  country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
  hours: 30,
  priceKopecks: 24_000,
  extensions: [],
};

test("renting again begins with the service, the country, the time and the price of the first time", () => {
  const path = againPath(rental);
  expect(path).toBe("/?type=rent&choice=tg.6.24000.30hours");
  expect(parseChoice(path.slice(1))).toMatchObject({ serviceCode: "tg", countryId: 6, priceKopecks: 24_000 });
});

test("renting again leaves extensions out and says whole days as days", () => {
  const extensions = [{ at: "2026-11-21T10:00:00.000Z", priceKopecks: 500, hours: 6 }];
  expect(againPath({ ...rental, extensions })).toBe("/?type=rent&choice=tg.6.24000.1days");
});
