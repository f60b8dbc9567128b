import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { uiParts } from "#app/_gallery/ui.island.tsx";

const folder = path.join(import.meta.dirname, "..", "..", "components", "ui");

test("every part of components/ui has its place in the gallery", () => {
  const files = globSync("*.tsx", { cwd: folder }).filter((file) => !file.endsWith(".test.tsx"));
  expect(Object.keys(uiParts).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThan(20);
});
