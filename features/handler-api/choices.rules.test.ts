import { describe, expect, it } from "vitest";
import { readChoices } from "#features/handler-api/choices.rules.ts";
import { readParameters } from "#features/handler-api/request.rules.ts";

const read = (query: string) => readChoices(readParameters(query), "62");

describe("readChoices", () => {
  it.each(["", "maxPrice=5", "fixedPrice=true", "fixedPrice=false&maxPrice=5", "ref=1&userId=7&forward=0"])(
    "the query %j chooses nothing",
    (query) => {
      expect(read(query)).toBeNull();
    },
  );

  it.each<[string, number]>([
    ["minPrice=12.5", 1_250],
    ["minPrice=12.501", 1_251],
    ["minPrice=13.750000000000002", 1_375],
    ["minPrice=12.499999999999998", 1_250],
    ["minPrice=1250&from=front", 1_250],
    ["minPrice=1250.5&from=front", 1_251],
    ["fixedPrice=true&maxPrice=12.5", 1_250],
    ["fixedPrice=true&maxPrice=12.5&minPrice=11", 1_250],
    ["fixedPrice=true&maxPrice=12.5&minPrice=13", 1_300],
  ])("%s is from %i kopecks on", (query, expected) => {
    expect(read(query)).toMatchObject({ minPriceKopecks: expected });
  });

  it.each([
    "minPrice=x",
    "minPrice=NaN",
    "minPrice=-1",
    "providerIds=a",
    "providerIds=1,,2",
    "exceptProviderIds=-1",
  ])("%s is a choice that no number fulfils", (query) => {
    expect(read(query)).toBe("nothing");
  });

  it("reads lists in one spelling", () => {
    expect(read("providerIds=9, 3,9&exceptProviderIds=4&phoneException=62813,62811234, 62813")).toEqual({
      minPriceKopecks: null,
      supplierIds: [3, 9],
      exceptSupplierIds: [4],
      exceptPrefixes: ["62811234", "62813"],
    });
  });

  it.each([
    "62",
    "6281",
    "+62813",
    "7913",
    "62813,",
    "62x13",
    "628131234",
    "621234567",
    Array.from({ length: 21 }, (_, at) => 62_100 + at).join(","),
  ])("the parameter phoneException=%s is called wrong", (list) => {
    expect(read(`phoneException=${encodeURIComponent(list)}`)).toBe("wrong-prefix");
  });
});
