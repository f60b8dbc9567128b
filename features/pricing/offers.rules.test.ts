import { describe, expect, test } from "vitest";
import {
  firstSort,
  nextSort,
  type OfferView,
  offerViewFromWire,
  raisedKopecks,
  searchOffers,
  sortOffers,
} from "#features/pricing/offers.rules.ts";

const offer = (countryId: number, name: string, priceKopecks: number, count: number): OfferView => ({
  countryId,
  slug: name.toLowerCase(),
  name,
  icon: null,
  priceKopecks,
  otherTierKopecks: null,
  personalKopecks: null,
  count,
  isScarce: false,
});
const offers = [offer(6, "Indonesia", 840, 141), offer(151, "Chile", 3682, 33), offer(22, "India", 1680, 33)];
const names = (list: readonly OfferView[]) => list.map(({ name }) => name);

describe("sorting the countries", () => {
  test("the first click sorts descending, the next ascending, another column descending again", () => {
    expect(nextSort("price", "count")).toBe("-count");
    expect(nextSort("-count", "count")).toBe("count");
    expect(nextSort("count", "count")).toBe("-count");
    expect(nextSort("count", "name")).toBe("-name");
  });

  test("each column sorts by itself and equal rows by name", () => {
    expect(names(sortOffers(offers, "price", "en"))).toEqual(["Indonesia", "India", "Chile"]);
    expect(names(sortOffers(offers, "-name", "en"))).toEqual(["Indonesia", "India", "Chile"]);
    expect(names(sortOffers(offers, "count", "en"))).toEqual(["Chile", "India", "Indonesia"]);
    expect(names(sortOffers(offers, "-count", "en"))).toEqual(["Indonesia", "Chile", "India"]);
  });

  test("the first click on prices, coming from another column, sorts the cheapest first", () => {
    expect(nextSort("-delivery", "price")).toBe("price");
    expect(nextSort("price", "price")).toBe("-price");
  });

  test("the best come first where it is known which they are, the unknown in their middle, the cheaper before the dearer", () => {
    const deliveries = {
      6: { percent: 40, medianSeconds: null },
      151: { percent: 95, medianSeconds: 9 },
      22: { percent: 70, medianSeconds: 20 },
    };
    const more = [...offers, offer(8, "Kenya", 2_000, 5), offer(9, "Ghana", 100, 5)];
    expect(firstSort(more, deliveries)).toBe("-delivery");
    expect(names(sortOffers(more, "-delivery", "en", deliveries))).toEqual([
      ...["Chile", "Ghana", "India", "Kenya", "Indonesia"],
    ]);
    expect(names(sortOffers(more, "delivery", "en", deliveries))[0]).toBe("Indonesia");
    expect(firstSort(more, {})).toBe("price");
  });

  test("a personal price counts as the price", () => {
    const mine = { ...offers[1]!, personalKopecks: 100 };
    expect(names(sortOffers([offers[0]!, mine], "price", "en"))).toEqual(["Chile", "Indonesia"]);
  });
});

describe("searching the countries", () => {
  test("names and slugs are found in any case and without accents", () => {
    const turkish = { ...offer(62, "Türkiye", 100, 1), slug: "turkey" };
    expect(names(searchOffers([...offers, turkish], " TURK"))).toEqual(["Türkiye"]);
    expect(names(searchOffers([...offers, turkish], "ind"))).toEqual(["Indonesia", "India"]);
    expect(searchOffers(offers, "  ")).toHaveLength(3);
  });
});

test("prices of the wire become whole kopecks without a float's noise", () => {
  const wire = {
    country_external_id: 6,
    service_external_id: "tg",
    country_slug: "indonesia",
    service_slug: "telegram",
    name: "Indonesia",
    price: 8.29,
    otherTierPrice: 7.29,
    count: 3,
    customPrice: 0.29,
    isNeedRepeat: true,
  };
  expect(offerViewFromWire(wire, () => "/flag.svg")).toMatchObject({
    priceKopecks: 829,
    otherTierKopecks: 729,
    personalKopecks: 29,
    isScarce: true,
  });
});

test("a raised limit never has a fraction of a kopeck", () => {
  expect(raisedKopecks(833, 10)).toBe(916);
  expect(raisedKopecks(833, 0)).toBe(833);
});
