import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { isBuilt, type NextApp } from "#lib/tooling/start/build.ts";
import { startContentDesk } from "#lib/tooling/start/content-desk.ts";
import type { Service } from "#lib/tooling/start/supervisor.ts";

let folder = "";
let server: Server;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "desk-"));
  mkdirSync(path.join(folder, ".next"));
  server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const logFile = () => path.join(folder, "cms-build.log");

/** A desk of no sources, whose builder does as it is told. */
const app = (): NextApp => ({ folder: path.relative(ROOT, folder), sources: [], notBuilt: /^$/ });

/** Starts the content desk; answers what was built and started meanwhile, and each line that the terminal was told. */
async function startDesk({ builder = "", isStopping = false, CONTENT_DESK = "1" }) {
  const built: string[] = [];
  const started: string[] = [];
  const start = {
    isStopping,
    steps: {
      startInBackground: (args: string[]) => {
        built.push(args.join(" "));
        return spawn(process.execPath, ["--eval", builder], {
          cwd: folder,
          stdio: ["ignore", "pipe", "pipe"],
        });
      },
    },
    supervisor: { start: ({ name }: Service) => void started.push(name), logFile },
  };
  const says = (stream: NodeJS.WriteStream) => vi.spyOn(stream, "write").mockReturnValue(true);
  const [said, complained] = [says(process.stdout), says(process.stderr)];
  const lines = ({ mock }: typeof said) => mock.calls.map(([text]) => String(text));
  try {
    const { port } = server.address() as AddressInfo;
    const settings = { CONTENT_DESK, CMS_URL: `http://127.0.0.1:${port}`, PUBLIC_URL: "http://site.test" };
    await startContentDesk(start, settings, app());
    return { built, started, said: lines(said), complained: lines(complained) };
  } finally {
    said.mockRestore();
    complained.mockRestore();
  }
}

const BUILDS = 'require("node:fs").writeFileSync(".next/BUILD_ID", "one")';

test("the content desk is built once, started with every start, and its address is told as soon as it answers", async () => {
  const first = await startDesk({ builder: BUILDS });
  expect(first.built).toHaveLength(1);
  expect(first.said).toEqual([
    expect.stringContaining("Building the content desk in the background"),
    "The content desk is open at http://site.test/admin\n",
  ]);
  const second = await startDesk({ builder: "process.exit(1)" });
  expect([second.built, second.said]).toEqual([[], ["The content desk is open at http://site.test/admin\n"]]);
  expect([first, second].map(({ started, complained }) => [started, complained])).toEqual([
    [["cms"], []],
    [["cms"], []],
  ]);
});

test.each([
  ["fails", "console.error('no room'); process.exitCode = 3", "exit code 3"],
  ["is killed", `${BUILDS}; process.kill(process.pid, 'SIGKILL')`, "SIGKILL"],
  ["leaves nothing", "", "nothing came of it"],
])(
  "a build of the content desk that %s is told of in one line, ends nothing, and is tried again by the next start",
  async (_what, builder, why) => {
    const { started, complained } = await startDesk({ builder });
    expect(started).toEqual([]);
    expect(complained).toEqual([
      `The content desk could not be built (${why}); all else runs without it, and the next start tries again. See ${logFile()}\n`,
    ]);
    expect(readFileSync(logFile(), "utf8")).toContain(why === "exit code 3" ? "no room" : why);
    expect(isBuilt(app())).toBe(false);
    const next = await startDesk({ builder: BUILDS });
    expect([next.built.length, next.started]).toEqual([1, ["cms"]]);
  },
);

test("a build that ends with the product is no fault, and no desk is started behind it", async () => {
  for (const builder of ["process.exit(1)", BUILDS]) {
    const { started, complained } = await startDesk({ builder, isStopping: true });
    expect([started, complained]).toEqual([[], []]);
  }
});

test("a start without the content desk builds none and says nothing of it", async () => {
  expect(await startDesk({ CONTENT_DESK: "0" })).toEqual({
    built: [],
    started: [],
    said: [],
    complained: [],
  });
});
