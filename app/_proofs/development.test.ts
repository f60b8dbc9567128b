import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigEndpoint } from "#features/site/site.contract.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { isFullProof, recordFigures } from "#lib/testing/proof.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { findChromium } from "#lib/tooling/machine/chromium.ts";
import { findFreePort } from "#lib/tooling/ports.ts";
import { isRunning } from "#lib/tooling/process-identity.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";

/** As long as a crowded machine may need; how long it took is a figure of `npm run prove`, no condition. */
const PATIENCE_MS = 600_000;
const BROWSER_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

let tree = "";
let url = "";
let port = 0;
let browser: Browser;
let page: Page;
let started: ChildProcess | null = null;
let printed = "";

/** The sources as they are, in a place where they may be changed; packages by hard links where that goes. */
function copyTree(): string {
  const copy = realpathSync(mkdtempSync(path.join(os.tmpdir(), "sms-den-development-")));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  for (const file of listed.toString().split("\0").filter(Boolean))
    cpSync(path.join(ROOT, file), path.join(copy, file));
  const packages = path.join(ROOT, "node_modules");
  try {
    execFileSync("cp", ["-al", packages, copy], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", packages, copy]);
  }
  return copy;
}

const PART_BEGINS = '<div className="grid gap-5">';
/** What is changed while somebody looks on: each place is the only one of its file. */
const changes = {
  text: {
    file: "messages/en.json",
    from: '"title": "All services"',
    to: '"title": "Every service there is"',
  },
  page: {
    file: "app/[locale]/services/page.tsx",
    from: "<PageFrame>",
    to: "<PageFrame><p>A changed page</p>",
  },
  part: {
    file: "features/pricing/stock/components/goods-list.island.tsx",
    from: PART_BEGINS,
    to: `${PART_BEGINS}<p>A changed part</p>`,
  },
  api: {
    file: "features/site/site.routes.ts",
    from: "return config;",
    to: 'return reply(config, { headers: { "x-changed": "yes" } });',
  },
} as const;

function change({ file, from, to }: (typeof changes)[keyof typeof changes]): void {
  const text = readFileSync(path.join(tree, file), "utf8");
  writeFileSync(path.join(tree, file), text.replace(from, to));
}

/** `npm run dev` as a person types it, until it says that it is ready. */
async function start(): Promise<void> {
  printed = "";
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: "",
    DATA_FOLDER: "",
    NODE_ENV: "",
    LOG_LEVEL: "info",
    TZ: "",
  };
  const child = spawn("npm", ["run", "dev"], {
    cwd: tree,
    env: env as unknown as NodeJS.ProcessEnv,
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  started = child;
  await eventually(
    () => {
      if (child.exitCode !== null) throw new Error(`npm run dev ended:\n${printed}`);
      expect(printed).toContain("SMS Den is ready");
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}

async function stop(): Promise<void> {
  const child = started;
  started = null;
  if (!child || child.exitCode !== null) return;
  // To the whole group, as a terminal does.
  process.kill(-(child.pid as number), "SIGINT");
  await new Promise((resolve) => child.once("close", resolve));
}

async function secondsOf(work: () => Promise<unknown>): Promise<string> {
  const begunMs = performance.now();
  await work();
  return `${((performance.now() - begunMs) / 1000).toFixed(1)} s`;
}

const shows = (text: string) =>
  page.locator("main").getByText(text).first().waitFor({ timeout: PATIENCE_MS });
const visit = async () => {
  await page.goto(`${url}/services`, { timeout: PATIENCE_MS });
  await shows("All services");
};

beforeAll(async () => {
  if (!isFullProof) return;
  tree = copyTree();
  port = await findFreePort();
  url = `http://localhost:${port}`;
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: BROWSER_ARGS });
  page = await browser.newPage();
}, PATIENCE_MS);

afterAll(async () => {
  await stop();
  await browser?.close();
  if (tree) rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
}, PATIENCE_MS);

test.each(Object.values(changes))(
  "what the proof of development changes in $file is there once",
  ({ file, from }) => {
    expect(readFileSync(path.join(ROOT, file), "utf8").split(from)).toHaveLength(2);
  },
);

test.runIf(isFullProof)(
  "what is changed during development shows in the open browser and in the API",
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const figures: Record<string, string> = {};
    figures["first start in a fresh clone, with its first page"] = await secondsOf(async () => {
      await start();
      await visit();
    });
    await stop();
    expect(printed).toContain("Stopped");

    figures["second start, with its first page"] = await secondsOf(async () => {
      await start();
      figures["of this until everything is ready"] = /ready at \S+ \((.+?)\)/.exec(printed)?.[1] ?? "";
      await visit();
    });

    figures["changed text until it shows in the open browser"] = await secondsOf(async () => {
      change(changes.text);
      await shows("Every service there is");
    });
    figures["changed page until it shows in the open browser"] = await secondsOf(async () => {
      change(changes.page);
      await shows("A changed page");
    });
    figures["changed part of the browser's until it shows there"] = await secondsOf(async () => {
      change(changes.part);
      await shows("A changed part");
    });

    const asked = async () => {
      const answer = await fetch(`${url}/api${siteConfigEndpoint.path}`);
      expect(answer.status).toBe(200);
      return answer.headers.get("x-changed");
    };
    expect(await asked()).toBeNull();
    figures["changed file of the API until it answers by it"] = await secondsOf(async () => {
      change(changes.api);
      await eventually(async () => expect(await asked()).toBe("yes"), {
        timeout: PATIENCE_MS,
        interval: 100,
      });
    });

    const run = readRunFile(path.join(tree, ".data", "dev"))!;
    process.kill(run.supervisor.pid, "SIGKILL");
    figures["start after kill -9, with its first page"] = await secondsOf(async () => {
      await start();
      await page.goto(`${url}/services`, { timeout: PATIENCE_MS });
      await shows("A changed part");
    });
    expect(printed).toContain("processes of the former run");
    const children = readRunFile(path.join(tree, ".data", "dev"))!.children;
    await stop();
    expect(children.filter(isRunning), "Ctrl-C ends every part").toEqual([]);
    recordFigures("development", figures);
  },
);
