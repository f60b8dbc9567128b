import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

type Ended = { readonly code?: number; readonly stdout: string };

test("the content desk's tables and the parts of its interface are those that its configuration asks for", async () => {
  const script = path.join(import.meta.dirname, "write-cms.ts");
  const settings = { CMS_KEY: "of-no-desk-only-to-read-its-configuration", CMS_DATABASE_URL: "postgres://" };
  const { code = 0, stdout }: Ended = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", script],
    { env: childEnvironment({ ...settings, NODE_ENV: "test" }) },
  ).catch((error: Ended) => error);
  expect(stdout, "`npm run cms -- --write` prints what is missing; see CONTRIBUTING.md.").toBe("");
  expect(code).toBe(0);
}, 60_000);
