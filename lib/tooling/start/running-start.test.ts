import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { findProcess } from "#lib/tooling/process-identity.ts";
import { writeRunFile } from "#lib/tooling/start/run-file.ts";
import { findRunningStarts } from "#lib/tooling/start/running-start.ts";

const root = mkdtempSync(path.join(tmpdir(), "starts-"));
afterAll(() => rmSync(root, { recursive: true }));

function start(folder: string, supervisor = findProcess(process.pid)!): string {
  const stateFolder = path.join(root, folder);
  mkdirSync(stateFolder, { recursive: true });
  writeRunFile(stateFolder, { supervisor, url: "", children: [], stopping: false });
  return stateFolder;
}

test("commands beside a running product find it whether it was started for use or for development", () => {
  expect(findRunningStarts(undefined, root)).toEqual([]);
  const dev = start(".data/dev");
  expect(findRunningStarts(undefined, root)).toEqual([dev]);
  expect(findRunningStarts("up", root)).toEqual([]);
  const up = start(".data");
  expect(findRunningStarts(undefined, root)).toEqual([up, dev]);
  start(".data", { pid: process.pid, startedAt: "an earlier process with our number" });
  expect(findRunningStarts(undefined, root)).toEqual([dev]);
});

test("a named data folder is the only one that is looked at", () => {
  const own = start("elsewhere");
  vi.stubEnv("DATA_FOLDER", own);
  expect(findRunningStarts(undefined, root)).toEqual([own]);
});
