import { expect, test } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { openRoutes } from "#app/api/open-routes.ts";

const idsOf = (areLicencesSold: boolean) =>
  openRoutes(apiRoutes, { areLicencesSold }).map(({ endpoint }) => endpoint.id);

test("without the setting no call about licences is there, at the desk neither, and every other one is", () => {
  const closed = apiRoutes.map(({ endpoint }) => endpoint).filter(({ path }) => path.includes("licences"));
  expect(closed.length).toBeGreaterThan(15);
  expect(idsOf(false)).toHaveLength(apiRoutes.length - closed.length);
  expect(idsOf(false)).not.toContain("buyLicence");
  expect(idsOf(true)).toEqual(apiRoutes.map(({ endpoint }) => endpoint.id));
});
