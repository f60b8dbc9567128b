import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { listServices } from "#lib/tooling/start/default-start.ts";
import { restartPauseMs, Supervisor, trimLog } from "#lib/tooling/start/supervisor.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "supervisor-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pausesOf = (name: string) => {
  const { longestPauseMs } = listServices(ROOT, {}).find((service) => service.name === name)!;
  return [1, 2, 3, 4, 50].map((crashes) => restartPauseMs(crashes, longestPauseMs));
};

test("a crashing part is started again ever more slowly, at most half a minute apart", () => {
  expect(pausesOf("worker")).toEqual([250, 500, 1_000, 2_000, 30_000]);
});

test("the only front door is started again half a second after its end, however often it has died before", () => {
  expect(pausesOf("api")).toEqual([250, 500, 500, 500, 500]);
});

test("a part that dies at every start is started again with the pauses of its kind", async () => {
  writeFileSync(path.join(folder, "dies.mjs"), "process.exit(3);\n");
  const pauses: number[] = [];
  const supervisor = new Supervisor(folder, folder, {
    onChange: () => {},
    onCrash: (_name, how, restartInMs) => {
      expect(how).toBe("exit code 3");
      pauses.push(restartInMs);
    },
  });
  supervisor.start({ name: "door", script: "dies.mjs", nodeArgs: [], env: {}, longestPauseMs: 20 });
  await eventually(() => expect(pauses.length).toBeGreaterThan(4));
  await supervisor.stop(["door"]);
  expect(new Set(pauses)).toEqual(new Set([20]));
});

test("a part that is started anew ends in order, comes back at once and has not crashed", async () => {
  const said = path.join(folder, "said");
  writeFileSync(
    path.join(folder, "runs.mjs"),
    `import { appendFileSync } from "node:fs";
     const say = (word) => appendFileSync(${JSON.stringify(said)}, word + " ");
     process.on("SIGTERM", () => { say("ended"); process.exit(0); });
     setInterval(() => {}, 1000);
     say("up");`,
  );
  const crashes: string[] = [];
  const supervisor = new Supervisor(folder, folder, {
    onChange: () => {},
    onCrash: (name) => crashes.push(name),
  });
  supervisor.start({ name: "api", script: "runs.mjs", nodeArgs: [], env: {}, longestPauseMs: 20 });
  const hears = (words: string) => eventually(() => expect(readFileSync(said, "utf8").trim()).toBe(words));
  await hears("up");
  supervisor.restart("api");
  supervisor.restart("api");
  await hears("up ended up");
  await supervisor.stop(["api"]);
  expect(crashes).toEqual([]);
});

test("a part that waits after a crash is started at once when its sources have changed", async () => {
  const file = path.join(folder, "mended.mjs");
  writeFileSync(file, "process.exit(3);\n");
  let crashes = 0;
  const supervisor = new Supervisor(folder, folder, { onChange: () => {}, onCrash: () => (crashes += 1) });
  const service = { name: "api", script: "mended.mjs", nodeArgs: [], env: {}, longestPauseMs: 600_000 };
  supervisor.start(service);
  await eventually(() => expect(crashes).toBe(4));
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(path.join(folder, "up"))}, "up"); setInterval(() => {}, 1000);`,
  );
  supervisor.restart("api");
  await eventually(() => expect(readFileSync(path.join(folder, "up"), "utf8")).toBe("up"));
  await supervisor.stop(["api"]);
  expect([crashes, supervisor.crashesOf("api")]).toEqual([4, 0]);
});

test("a part that does not end when it is told to is killed after its time", async () => {
  writeFileSync(
    path.join(folder, "stays.mjs"),
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up");',
  );
  let running: ProcessIdentity[] = [];
  const supervisor = new Supervisor(folder, folder, {
    onChange: (children) => {
      if (children.length > 0) running = children;
    },
    onCrash: () => {},
  });
  const stays = { script: "stays.mjs", nodeArgs: [], env: {}, longestPauseMs: 20 };
  supervisor.start({ ...stays, name: "web", endsWithinMs: 50 });
  await eventually(() => expect(supervisor.logTail("web")).toContain("up"));
  await supervisor.stop(["web"]);
  expect(running).toHaveLength(1);
  await eventually(() => expect(running.filter(isRunning)).toEqual([]));
});

test("a log that grew large gives its room back, also where there is no room for a copy", () => {
  const file = path.join(folder, "api.log");
  writeFileSync(file, "x".repeat(100));
  trimLog(file, 101);
  expect(readFileSync(file, "utf8").length).toBe(100);
  trimLog(file, 100);
  expect([readFileSync(file, "utf8"), readFileSync(`${file}.old`, "utf8").length]).toEqual(["", 100]);
  rmSync(`${file}.old`);
  // A folder in its place cannot be copied to, like a full disk.
  mkdirSync(`${file}.old`);
  writeFileSync(file, "x".repeat(100));
  trimLog(file, 100);
  expect(readFileSync(file, "utf8")).toBe("");
});

test("a log that somebody removed stops nothing", () => {
  const file = path.join(folder, "gone.log");
  expect(() => trimLog(file, 100)).not.toThrow();
});
