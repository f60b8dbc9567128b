import { createRequire } from "node:module";
import { referenceWork } from "#lib/testing/reference-work.ts";

/** A function of some module that is called with one text. */
export type MeasuredCall = { readonly module: string; readonly name: string; readonly argument: string };
/**
 * `cpu`: the processor time that all threads have taken so far. `hashes`: how many passwords have been hashed so far. Else: what the
 * reference work, or a call, takes now.
 */
export type Asked = "cpu" | "hashes" | "reference" | MeasuredCall;

let hashes = 0;
countHashes();

/** Loaded into a process that is measured: whoever started it is answered, where it is about time in milliseconds. */
process.on("message", (asked: Asked) => {
  void answerTo(asked).then((answer) => process.send?.(answer));
});
process.channel?.unref();

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function answerTo(asked: Asked): Promise<number> {
  if (asked === "cpu") return cpuMs();
  if (asked === "hashes") return hashes;
  const work = asked === "reference" ? referenceWork : await prepare(asked);
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

async function prepare({ module, name, argument }: MeasuredCall): Promise<() => unknown> {
  const loaded = (await import(module)) as Record<string, (argument: string) => unknown>;
  return () => loaded[name]?.(argument);
}

/** Before the process loads the package itself: what it finds there counts and does the same. */
function countHashes(): void {
  const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as Record<string, unknown>;
  for (const name of ["hash", "verify"]) {
    const once = argon2[name] as (...args: unknown[]) => unknown;
    argon2[name] = (...args: unknown[]) => {
      hashes += 1;
      return once(...args);
    };
  }
}
