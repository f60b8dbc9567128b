import { expect, test } from "vitest";
import { filesOf } from "#lib/tooling/dev/import-graph.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { listSources } from "#lib/tooling/source-files.ts";
import { listServices } from "#lib/tooling/start/default-start.ts";

const known = new Set(listSources().map(({ path }) => path));

test("every file that a part of the product is made of is found by its imports, and is there", () => {
  for (const { name, script } of listServices(ROOT, {})) {
    const files = [...filesOf(ROOT, script)];
    expect(files, `${name} is made of more than its first file`).toContain("lib/env.ts");
    const missing = files.filter((file) => file.endsWith(".ts") && !known.has(file));
    expect(missing, `${name} imports what is not there`).toEqual([]);
  }
});

test("the front door is made of features, of their texts and of nothing that only pages show", () => {
  const files = [...filesOf(ROOT, "app/_processes/api.ts")];
  expect(files).toContain("features/identity/sessions/sessions.routes.ts");
  expect(files).toContain("messages/en.json");
  expect(
    files.filter((file) => /\.tsx$|\.test\.ts$/.test(file)),
    "Keep what a process needs in a file of its own, away from components and tests.",
  ).toEqual([]);
});

test("what is imported as a type alone starts nothing anew", () => {
  expect([...filesOf(ROOT, "lib/tooling/page-section.ts")].sort()).toEqual([
    "lib/tooling/files.ts",
    "lib/tooling/page-section.ts",
    "lib/tooling/problem.ts",
  ]);
  expect([...filesOf(ROOT, "lib/tooling/start/run-file.ts")]).not.toContain(
    "lib/tooling/start/default-start.ts",
  );
});
