import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { LogSink, type Outlet } from "#lib/log-sink.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

const ROOT = path.join(import.meta.dirname, "..");

/** A front door with its log of requests, which names its port on standard error. */
const DOOR = `
import { FrontDoor } from "#lib/api/front-door/front-door.ts";
import { Health } from "#lib/api/health.ts";
import { log, openAccessLog } from "#lib/log.ts";
const door = new FrontDoor({
  api: { fetch: () => { log.warn({ filler: "x".repeat(2_000) }, "asked"); return Response.json({ ok: true }); } },
  publicUrl: "http://smsden.test", webUrl: "http://127.0.0.1:9", mounts: {}, rules: [], trustedProxies: [],
  health: new Health({ process: "api", checks: {} }), accessLog: openAccessLog(),
});
door.server.listen(0, "127.0.0.1", () => console.error("port", door.server.address().port));
process.once("SIGTERM", async () => { log.info("stopping"); await door.stop(100); process.exit(0); });
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function startDoor(stdout: number | "pipe") {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--input-type=module", "--eval", DOOR],
    {
      cwd: ROOT,
      env: childEnvironment({ NODE_ENV: "production", LOG_LEVEL: "info" }),
      stdio: ["ignore", stdout, "pipe"],
    },
  );
  children.push(child);
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    said.push(line);
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port) return { child, url: `http://127.0.0.1:${port}` };
  }
  throw new Error(`the door did not open:\n${said.join("\n")}`);
}

async function askOften(url: string, times: number): Promise<void> {
  for (let asked = 0; asked < times; asked += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/x`)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  }
}

async function droppedLines(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^log_lines_dropped_total\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
}

describe("a log that nobody takes", () => {
  it.runIf(existsSync("/dev/full"))(
    "does not stop the front door while the disk of its log is full: lines are dropped and counted",
    async () => {
      const full = openSync("/dev/full", "w");
      const { child, url } = await startDoor(full);
      closeSync(full);
      await askOften(url, 1_500);
      expect(await droppedLines(url)).toBeGreaterThan(0);
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
    },
  );

  it("does not stop the front door while nobody reads the pipe of its log, and tells a reader who comes how many are missing", async () => {
    const { child, url } = await startDoor("pipe");
    await askOften(url, 1_500);
    const dropped = await droppedLines(url);
    expect(dropped).toBeGreaterThan(0);
    const lines: Record<string, unknown>[] = [];
    createInterface({ input: child.stdout! }).on("line", (line) => lines.push(JSON.parse(line)));
    await eventually(() =>
      expect(lines.find(({ msg }) => msg === "lines of the log were dropped")?.lines).toBe(dropped),
    );
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("writes every line to a file that takes them, the last ones at the end of the process", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "log-"));
    const file = path.join(folder, "log");
    const handle = openSync(file, "a");
    const { child, url } = await startDoor(handle);
    closeSync(handle);
    await askOften(url, 200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    rmSync(folder, { recursive: true });
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.filter(({ msg }) => msg === "asked").length).toBe(200);
    expect(parsed.filter(({ target }) => target === "/api/x").length).toBe(200);
    expect(parsed.some(({ msg }) => msg === "stopping")).toBe(true);
  });
});

describe("the sink of a log", () => {
  it("goes on where a failed write stopped, so that no line is torn", async () => {
    let arrived = "";
    let isFull = true;
    const outlet: Outlet = {
      send: (bytes, done) => {
        const written = isFull ? 3 : bytes.length;
        arrived += bytes.subarray(0, written).toString();
        setImmediate(() => done(isFull ? new Error("no space") : null, written));
      },
      sendLast: (bytes) => {
        arrived += bytes.toString();
      },
    };
    const sink = new LogSink(outlet);
    sink.write("first line\n");
    await pause(50);
    sink.write("second line\n");
    isFull = false;
    await eventually(() => expect(arrived).toBe("first line\nsecond line\n"));
    sink.collect("third line\n");
    sink.flush();
    expect(arrived).toBe("first line\nsecond line\nthird line\n");
    expect(sink.dropped).toBe(0);
  });
});
