import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessDocument } from "#app/api/access-table.ts";
import { apiRoutes } from "#app/api/api-app.ts";

test("docs/access.md tells what the contracts say of who may call what", () => {
  expect(readFileSync("docs/access.md", "utf8"), "npm run docs:access draws it anew.").toBe(
    accessDocument(apiRoutes),
  );
});
