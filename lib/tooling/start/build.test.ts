import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { listSources } from "#lib/tooling/source-files.ts";
import { contentDesk } from "#lib/tooling/start/build.ts";

const sources = new Map(listSources().map(({ path: file, code }) => [file, code]));

/** The files of this tree whose code another one takes, types left out. */
function importsOf(file: string): string[] {
  const taken = /^(?:import|export)\s+(?!type\b)[^"']*?from\s+"([#.][^"]+)"|^import\s+"([#.][^"]+)"/gm;
  return [...(sources.get(file) ?? "").matchAll(taken)].map(([, named, whole]) => {
    const name = named ?? whole ?? "";
    return name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name);
  });
}

test("the content desk is built anew when any file changes that it is made of", () => {
  const counted = new Set(globSync([...contentDesk.sources], { cwd: ROOT }));
  const own = [...sources.keys()].filter((file) => file.startsWith("app/_cms/"));
  const reached = new Set(own.filter((file) => !contentDesk.notBuilt.test(file)));
  for (const file of reached) for (const taken of importsOf(file)) reached.add(taken);
  expect(reached).toContain("features/content/media/picture-maker.gateway.ts");
  expect(
    [...reached].filter((file) => !counted.has(file)),
    "Name them among the desk's sources in build.ts.",
  ).toEqual([]);
});
