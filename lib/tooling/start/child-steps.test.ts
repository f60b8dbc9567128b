import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { ChildSteps } from "#lib/tooling/start/child-steps.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "steps-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that starts another one, says what both have of the machine, and stays with it. */
function writeProgram(): string {
  const file = path.join(folder, "parent.mjs");
  const child = `import("node:os").then(({ getPriority }) => process.send([getPriority(), process.pid])); setInterval(() => {}, 1000);`;
  writeFileSync(
    file,
    `import { fork } from "node:child_process";
     import { writeFileSync, renameSync } from "node:fs";
     import { getPriority } from "node:os";
     writeFileSync("child.mjs", ${JSON.stringify(child)});
     const said = process.argv[2];
     fork("child.mjs").on("message", ([priority, pid]) => {
       writeFileSync(said + ".part", JSON.stringify({ priorities: [getPriority(), priority], pid }));
       renameSync(said + ".part", said);
     });`,
  );
  return file;
}

type Said = { priorities: number[]; pid: number };

async function heard(name: string): Promise<Said> {
  return eventually(() => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Said);
}

test("what nobody waits for has the last turn at the processors with all that it starts, and both kinds end together", async () => {
  let running: ProcessIdentity[] = [];
  const steps = new ChildSteps((now) => {
    running = now;
  });
  const program = writeProgram();
  const options = { cwd: folder, env: process.env };
  steps.start([program, "usual"], options);
  const behind = steps.startInBackground([program, "background"], options);
  const usual = await heard("usual");
  const background = await heard("background");
  expect(new Set(usual.priorities).size).toBe(1);
  expect(background.priorities).toEqual([constants.priority.PRIORITY_LOW, constants.priority.PRIORITY_LOW]);
  if (process.platform === "linux")
    expect(readFileSync(`/proc/${behind.pid}/oom_score_adj`, "utf8").trim()).toBe("1000");
  expect(running).toHaveLength(2);
  const both = running;
  steps.end();
  await eventually(() => expect(both.filter(isRunning)).toEqual([]));
  await eventually(() =>
    expect([usual, background].map(({ pid }) => findProcess(pid))).toEqual([null, null]),
  );
  await eventually(() => expect(running).toEqual([]));
});
