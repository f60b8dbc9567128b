import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import { readCosts } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationLimits } from "#features/supply/operation.rules.ts";

const read = <Row>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../catalogue/data/${name}.json`, import.meta.url), "utf8")) as Row[];
const catalogue = buildCatalogue(1, read<Country>("countries"), read<Service>("services"));
const costsOf = (text: string, percent = 100, kind: "sms" | "hour" = "sms") =>
  readCosts(text, { kind, percent, catalogue });
const [INDONESIA, TELEGRAM] = [6, 52];

it.each([
  ["commas", "indonesia,tg,9.50"],
  ["semicolons and a decimal comma", "indonesia;tg;9,50"],
  ["tabs", "indonesia\ttg\t9.5"],
  ["quotes, spaces and an id", ' "6" , "tg" , "9.50" '],
  [
    "a first line of names, a mark of bytes and empty lines",
    "\uFEFFcountry,service,cost\r\n\r\nIndonesia,tg,9.50\r\n",
  ],
])("a list with %s is read", (_, text) => {
  expect(costsOf(text)).toEqual({
    costs: [{ countryId: INDONESIA, serviceId: TELEGRAM, costKopecks: 950 }],
    problems: [],
  });
});

it("a percentage of the list is rounded up to whole kopecks", () => {
  expect(costsOf("indonesia,tg,0.33", 50).costs).toMatchObject([{ costKopecks: 17 }]);
});

it("the whole number has a cost per hour alone", () => {
  expect(costsOf("indonesia,full,15", 100, "hour").costs).toMatchObject([{ serviceId: null }]);
  expect(costsOf("indonesia,full,15").problems).toMatchObject([{ line: 1, problem: "service" }]);
});

it.each(["0", "-1", "1.234", "1e3", "", "100001", "nine"])(
  "a line with %j for its cost is refused",
  (cost) => {
    expect(costsOf(`indonesia,tg,${cost}`).problems).toMatchObject([{ line: 1, problem: "cost" }]);
  },
);

it("an empty list and one with too many lines are refused", () => {
  expect(costsOf("\n \n").problems).toMatchObject([{ problem: "empty" }]);
  const countries = [...catalogue.countryById.keys()];
  const services = [...catalogue.serviceByCode.keys()].filter((code) => code !== "full");
  const lines = countries.flatMap((country) => services.map((service) => `${country},${service},5`));
  const { problems } = costsOf(lines.slice(0, operationLimits.costLines + 10).join("\n"));
  expect(problems).toMatchObject([{ line: operationLimits.costLines + 1, problem: "too-many" }]);
});
