import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullProof, recordFigures } from "#lib/testing/proof.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { ROOT } from "#lib/tooling/files.ts";

const LONG_MS = 600_000;

let copy = "";
beforeAll(() => {
  if (!isFullProof) return;
  copy = realpathSync(mkdtempSync(path.join(os.tmpdir(), "sms-den-new-")));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  writeFileSync(path.join(copy, "next-env.d.ts"), '/// <reference types="next" />\n');
}, LONG_MS);
afterAll(() => {
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/** Runs a program of the copy as `npm run` would; rejects with what it printed when it fails. */
async function run(...args: string[]): Promise<string> {
  const env = childEnvironment({ HOME: process.env.HOME, LOG_LEVEL: "silent" });
  const done = promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env,
  });
  return done.then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(" ")}:\n${error.stdout}\n${error.stderr}`);
    },
  );
}

test.runIf(isFullProof)(
  "what npm run new makes passes every check as it stands",
  { timeout: LONG_MS },
  async () => {
    const begunMs = performance.now();
    const make = (...words: string[]) => run("--conditions=react-server", "lib/tooling/new/new.ts", ...words);
    expect(await make("page", "profile/none-such-made")).toContain(
      'What is left is in CONTRIBUTING.md, "A page"',
    );
    await make("page", "none-such-made");
    await make("job", "loyalty/none-such-made");
    await make("sweep", "loyalty/none-such-due");
    await make("decision", "none-such-made");
    await make("endpoint", "loyalty/none-such-call");
    await make("table", "loyalty/none-such-made");
    await make("provider", "none-such-made");
    await make("feature", "none-such-made", "--below", "loyalty");
    const madeMs = performance.now();
    const written = (file: string) => readFileSync(path.join(copy, file), "utf8");
    expect(written(".env.example")).toContain("NONE_SUCH_MADE_API_KEY");
    expect(written("docs/access.md")).toContain("/loyalty/none-such-call");
    expect(written("lib/db/schema.gen.ts")).toContain("loyalty_none_such_made");
    const program = (name: string) => path.join(copy, "node_modules", name);
    await run(program("@biomejs/biome/bin/biome"), "check", "app", "features", "lib", "messages");
    await run(program("typescript/bin/tsc"), "--noEmit");
    await run("lib/tooling/walls/walls.ts");
    const unused = await run(program("knip/bin/knip.js"), "--no-exit-code");
    expect(unused).not.toMatch(/none-?such/i);
    await run(
      program("vitest/vitest.mjs"),
      "run",
      "lib/tooling/",
      "lib/i18n/",
      "app/api/",
      "features/site",
      "features/payments",
      "--project",
      "unit",
    );
    const seconds = (fromMs: number, toMs: number) => `${((toMs - fromMs) / 1000).toFixed(1)} s`;
    recordFigures("new files", {
      "two pages, an endpoint, a table, a job, a sweep, a provider, a feature and a decision, made": seconds(
        begunMs,
        madeMs,
      ),
      "format, lint, types, walls, unused files and the tests that read the house, which find nothing":
        seconds(madeMs, performance.now()),
    });
  },
);
