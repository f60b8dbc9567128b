import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { ROOT } from "#lib/tooling/files.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const map = read("README.md");
const commands = read("docs/commands.md");
const foldersIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

test("README's map has every feature, in the order in which they may import each other", () => {
  const [, order = ""] = /The order of the features, from top to bottom: ([^.]+)\./.exec(map) ?? [];
  expect(order.split(/,\s+/), "Write the order of lib/tooling/feature-order.ts into README.md.").toEqual(
    featureOrder,
  );
  expect(foldersIn("features").toSorted()).toEqual([...featureOrder].toSorted());
});

test("docs/commands.md has every room of tooling and no other, each with what it is for", () => {
  const [, table = ""] = commands.split("`lib/tooling` holds");
  const rooms = [...table.matchAll(/^\| `([a-z]+)` \| \S/gm)].map(([, room = ""]) => room);
  expect(
    rooms.toSorted(),
    "Give the room its row in docs/commands.md, or take away the row of one that is gone.",
  ).toEqual(foldersIn("lib/tooling").toSorted());
});

test("docs/commands.md names every command of package.json, so that none is found by accident", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [table = ""] = commands.split("\n## ");
  const named = new Set(
    [...table.matchAll(/^\| (.+?) \| /gm)].flatMap(([, cell = ""]) => cell.match(/[a-z][\w:-]*/g) ?? []),
  );
  const missing = Object.keys(scripts).filter((name) => !named.has(name));
  expect(missing, "Give the command its row in docs/commands.md.").toEqual([]);
});

test("README's table of rooms has every kind of file that a feature may have", () => {
  const [, table = ""] = map.split("| room | holds |");
  const [rows = ""] = table.split("\n\n");
  const named = new Set(
    [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) => cell.match(/[a-z]+/g)),
  );
  const kinds = new Set(
    readdirSync(path.join(ROOT, "features"), { recursive: true, encoding: "utf8" }).flatMap(
      (file) => /\.([a-z]+)\.ts$/.exec(file)?.[1] ?? [],
    ),
  );
  for (const kind of ["test", "gen"]) kinds.delete(kind);
  expect(
    [...kinds].filter((kind) => !named.has(kind)).toSorted(),
    "Give the room its row in README.md.",
  ).toEqual([]);
});
