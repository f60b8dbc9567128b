import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { pass } from "#lib/tooling/terminal.ts";

const running = new Set<ChildProcess>();

const inPackages = (program: string) => path.join(ROOT, "node_modules", program);

/** JavaScript programs of packages, to be run by Node. */
export const packagePrograms = {
  biome: inPackages("@biomejs/biome/bin/biome"),
  knip: inPackages("knip/bin/knip.js"),
  next: inPackages("next/dist/bin/next"),
  playwright: inPackages("@playwright/test/cli.js"),
  tsc: inPackages("typescript/bin/tsc"),
  vitest: inPackages("vitest/vitest.mjs"),
} as const;

const LINES_KEPT = 12;

/**
 * Runs Node with these arguments and waits. Throws a Problem when its exit code is not 0; with `kept` output, which is shown as
 * well, the Problem ends with its last lines.
 */
export async function runProgram(
  args: string[],
  env: Record<string, string> = {},
  output: Output | "kept" = "shown",
): Promise<void> {
  const child = startProgram(args, env, output === "kept" ? "piped" : output);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      pass(chunk);
      text = `${text}${chunk}`.slice(-8_000);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const name = path.basename(args.find((arg) => !arg.startsWith("-")) ?? "node");
  throw new Problem([`${name}: exit code ${code}`, ...lines.slice(-LINES_KEPT)].join("\n"));
}

type Output = "shown" | "quiet" | "piped";

/** Starts Node with these arguments, without standard input. */
export function startProgram(args: string[], env: Record<string, string>, output: Output): ChildProcess {
  const shown = ({ shown: "inherit", quiet: "ignore", piped: "pipe" } as const)[output];
  return startNode(args, {
    cwd: ROOT,
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", shown, shown],
  });
}

/** Starts Node and remembers it for `endPrograms`. */
export function startNode(args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, args, options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Ends with all that still runs when this process is told to end. */
export function endWithPrograms(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      for (const child of running) child.kill("SIGTERM");
      process.exit(1);
    });
}

/** Hands over an empty folder that is gone with this process. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `sms-den-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
