import { referenceWork } from "#lib/testing/reference-work.ts";

/** A function of some module that is called with one text. */
export type MeasuredCall = { readonly module: string; readonly name: string; readonly argument: string };
/** `cpu`: the processor time that all threads have taken so far. Else: what the reference work, or a call, takes now. */
export type Asked = "cpu" | "reference" | MeasuredCall;

/** Loaded into a process that is measured: whoever started it is answered in milliseconds. */
process.on("message", (asked: Asked) => {
  void answerTo(asked).then((ms) => process.send?.(ms));
});
process.channel?.unref();

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function answerTo(asked: Asked): Promise<number> {
  if (asked === "cpu") return cpuMs();
  const work = asked === "reference" ? referenceWork : await prepare(asked);
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

async function prepare({ module, name, argument }: MeasuredCall): Promise<() => unknown> {
  const loaded = (await import(module)) as Record<string, (argument: string) => unknown>;
  return () => loaded[name]?.(argument);
}
