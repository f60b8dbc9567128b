import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";
import { Problem } from "#lib/tooling/problem.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
const running = new Set<ChildProcess>();

/** Arguments for Node that run a JavaScript program of a package. */
export function nodeProgram(script: string, ...args: string[]): string[] {
  return [script, ...args];
}

/** Runs Node with these arguments and waits. Throws a Problem when its exit code is not 0. */
export async function runProgram(
  args: string[],
  env: Record<string, string> = {},
  output: "shown" | "quiet" = "shown",
): Promise<void> {
  const child = startProgram(args, env, output);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0)
    throw new Problem(
      `${path.basename(args.find((arg) => !arg.startsWith("-")) ?? "node")}: exit code ${code}`,
    );
}

/** Starts Node with these arguments, without standard input. */
export function startProgram(
  args: string[],
  env: Record<string, string>,
  output: "shown" | "quiet",
): ChildProcess {
  const shown = output === "shown" ? ("inherit" as const) : ("ignore" as const);
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

/** Ends what still runs; for a run that is interrupted. */
export function endPrograms(): void {
  for (const child of running) child.kill("SIGTERM");
}
