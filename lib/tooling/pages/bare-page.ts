import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { answersWithin } from "#lib/tooling/answers.ts";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { packagePrograms, runProgram, startProgram } from "#lib/tooling/programs.ts";

export type BarePage = { readonly url: string; stop(): void };

const READY_WITHIN_MS = 60_000;

/** The least that Next builds: a frame, a sentence, nothing of ours. Turbopack finds the packages where the product has them. */
const filesOf = (root: string): Readonly<Record<string, string>> => ({
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} } };\n`,
  "app/layout.js":
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "app/page.js": "export default function Page() {\n  return <h1>Bare</h1>;\n}\n",
});

/** Builds a page of Next without anything on it and serves it, as the yardstick of what Next and React cost by themselves. */
export async function startBarePage(root: string): Promise<BarePage> {
  const folder = path.join(root, ".data", "bare-page");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(filesOf(root))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await runProgram([packagePrograms.next, "build", folder], env, "quiet");
  const port = await findFreePort();
  const child = startProgram(
    [packagePrograms.next, "start", folder, "--port", String(port), "--hostname", LOOPBACK],
    env,
    "quiet",
  );
  const url = `http://${LOOPBACK}:${port}/`;
  if (!(await answersWithin(url, READY_WITHIN_MS, () => child.exitCode !== null)))
    throw new Problem("The bare page of Next did not start.");
  return { url, stop: () => void child.kill("SIGTERM") };
}
