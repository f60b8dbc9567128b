import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { watchSources } from "#lib/tooling/dev/source-watch.ts";

let root = "";
let close: () => Promise<void>;
let seen: string[] = [];

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "watch-"));
  mkdirSync(path.join(root, "a/deep"), { recursive: true });
  writeFileSync(path.join(root, "a/deep/one.ts"), "1");
  seen = [];
  close = await watchSources(root, ["a"], (files) => seen.push(...files));
});
afterEach(async () => {
  await close();
  rmSync(root, { recursive: true });
});

const write = (file: string) => writeFileSync(path.join(root, file), `${Math.random()}`);
const isTold = (file: string) => eventually(() => expect(seen).toContain(file));

test("a file that is written into is told", async () => {
  write("a/deep/one.ts");
  await isTold("a/deep/one.ts");
});

test("a file whose place is taken by a new one is told, as often as that happens", async () => {
  for (const _time of [1, 2]) {
    seen = [];
    write("a/deep/one.ts.new");
    renameSync(path.join(root, "a/deep/one.ts.new"), path.join(root, "a/deep/one.ts"));
    await isTold("a/deep/one.ts");
  }
});

test("a file that goes is told", async () => {
  rmSync(path.join(root, "a/deep/one.ts"));
  await isTold("a/deep/one.ts");
});

test("the files of a new folder are told, and followed from then on", async () => {
  mkdirSync(path.join(root, "a/new/inner"), { recursive: true });
  write("a/new/inner/two.ts");
  await isTold("a/new/inner/two.ts");
  seen = [];
  write("a/new/inner/two.ts");
  await isTold("a/new/inner/two.ts");
});
