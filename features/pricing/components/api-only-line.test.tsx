import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiOnlyLine } from "#features/pricing/components/api-only-line.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

test("countries that are sold through the API alone are named, the first of many, with the way to the API", () => {
  const many = Array.from({ length: 13 }, (_, at) => `Country ${at + 1}`);
  renderIsland(<ApiOnlyLine countries={many} />);
  expect(screen.getByText(/^Through the API alone: Country 1, .*Country 12, …\./)).toBeDefined();
  expect(screen.getByRole("link", { name: "How to use the API" }).getAttribute("href")).toBe("/docs");
});

test("nothing stands there where everything is sold on the site", () => {
  expect(renderIsland(<ApiOnlyLine countries={[]} />).container.textContent).toBe("");
});
