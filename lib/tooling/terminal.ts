import { explain } from "#lib/tooling/problem.ts";

// A terminal that is gone or a full disk behind it is no reason to end what runs.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Prints one line for the person at the terminal. */
export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Hands on what a program has printed. */
export function pass(output: Buffer): void {
  process.stdout.write(output);
}

/** Prints one line to standard error. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs the body of a command. A Problem ends it with its one sentence, anything else with its stack; exit code 1.
 */
export async function runCommand(body: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    complain(explain(error));
    process.exitCode = 1;
  }
}

/** Seconds with one decimal, for progress lines. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
