import { expect, test } from "vitest";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import positions from "#features/catalogue/data/positions.json" with { type: "json" };
import { nearestCountries } from "#features/catalogue/nearest.rules.ts";

const bySlug = (slug: string) => countries.find((country) => country.slug === slug)!;
const slugs = (slug: string, most = 3, among = countries) =>
  nearestCountries(bySlug(slug), among, most).map((country) => country.slug);

test("every country of the catalogue has its place on the globe", () => {
  expect(countries.filter(({ iso2 }) => !(iso2 in positions))).toEqual([]);
});

test("the nearest of all countries are its neighbours, nearest first", () => {
  expect(slugs("portugal", 1)).toEqual(["spain"]);
  expect(slugs("estonia")).toEqual(["latvia", "finland", "lithuania"]);
});

test("a country is never its own neighbour, and the two of one land are each other's", () => {
  expect(slugs("usa", 1)).toEqual(["usa-virtual"]);
});

test("the date line does not part neighbours", () => {
  const among = ["fiji", "tonga", "samoa", "spain"].map(bySlug);
  expect(slugs("niue", 3, among)).toEqual(["tonga", "samoa", "fiji"]);
  expect(slugs("fiji", 1, ["tonga", "solomon-islands", "spain"].map(bySlug))).toEqual(["tonga"]);
});

test("fewer than were asked for are all there are", () => {
  expect(slugs("spain", 3, [bySlug("france")])).toEqual(["france"]);
  expect(slugs("spain", 3, [])).toEqual([]);
});
