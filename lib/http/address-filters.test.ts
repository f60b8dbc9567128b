import { expect, test } from "vitest";
import { dayIn, daysIn, filtersQuery, isNarrowed, setFilters, textIn } from "#lib/http/address-filters.ts";

const nothing = { status: "", from: "" };

test("what looks wrong in an address, or stands there twice, is as if it were not there", () => {
  expect(textIn({ service: "tg" }, "service", /^[a-z]+$/)).toBe("tg");
  for (const query of [{}, { service: "TG'" }, { service: ["tg", "wa"] }])
    expect(textIn(query, "service", /^[a-z]+$/)).toBe("");
  expect(dayIn({ from: "2026-02-28" }, "from")).toBe("2026-02-28");
  expect(dayIn({ from: "2026-02-30" }, "from")).toBe("");
});

test("days that end before they begin are both open; one alone is kept", () => {
  expect(daysIn({ from: "2026-11-02", to: "2026-11-02" })).toEqual({ from: "2026-11-02", to: "2026-11-02" });
  expect(daysIn({ from: "2026-11-02", to: "2026-11-01" })).toEqual({ from: "", to: "" });
  expect(daysIn({ to: "2026-11-01" })).toEqual({ from: "", to: "2026-11-01" });
});

test("only filters that are set stand in an address", () => {
  expect(filtersQuery(nothing)).toBe("");
  expect(isNarrowed(nothing)).toBe(false);
  const chosen = { ...nothing, status: "open" };
  expect(setFilters(chosen)).toEqual({ status: "open" });
  expect(filtersQuery(chosen)).toBe("?status=open");
  expect(isNarrowed(chosen)).toBe(true);
});
