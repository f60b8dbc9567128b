import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { joinRunningStart } from "#lib/tooling/database/running-database.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { findProcess } from "#lib/tooling/process-identity.ts";
import { writeRunFile } from "#lib/tooling/start/run-file.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-beside-"));
afterAll(() => rmSync(folder, { recursive: true }));
const ownerUrl = "postgres://owner:secret@127.0.0.1:1/sms_den";

test("a command beside the default start takes its database and its data key", async () => {
  const stateFolder = path.join(folder, "running");
  mkdirSync(stateFolder);
  writeRunFile(stateFolder, {
    supervisor: findProcess(process.pid)!,
    url: "",
    children: [],
    stopping: false,
  });
  vi.stubEnv("DATA_FOLDER", stateFolder);
  const environment: Record<string, string | undefined> = {};
  await joinRunningStart(environment, async (asked) => (asked === stateFolder ? ownerUrl : null));
  expect(environment).toEqual({ DATABASE_URL: ownerUrl, DATA_KEY: getSecrets(stateFolder).dataKey });
  await expect(joinRunningStart({}, async () => null)).rejects.toThrow("Set DATABASE_URL as it has it");
});

test("a database that the environment names is the one that is used", async () => {
  const environment = { DATABASE_URL: "postgres://elsewhere/db" };
  await joinRunningStart(environment, async () => ownerUrl);
  expect(environment).toEqual({ DATABASE_URL: "postgres://elsewhere/db" });
});

test.each(["supplier", "staff"])(
  "npm run %s says what to start where nothing runs",
  (command) => {
    const script = path.join(ROOT, "app/_processes", `${command}.ts`);
    const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...rest } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ["--conditions=react-server", script, "list"], {
      cwd: ROOT,
      env: childEnvironment({ ...rest, DATA_FOLDER: path.join(folder, "nothing") }),
      encoding: "utf8",
    });
    expect(stderr).toContain("Start `npm run dev` or `npm run up`, or set DATABASE_URL.");
    expect(status).toBe(1);
  },
  60_000,
);
