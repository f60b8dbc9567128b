import { once } from "node:events";
import { readFileSync } from "node:fs";
import { LOOPBACK } from "#lib/tooling/ports.ts";

/** Memory that a process holds now, in KiB (VmRSS); NaN where there is no /proc. */
export function residentKib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}

/**
 * What a process needs: resident KiB after two full collections of garbage, asked for by its inspector (`--inspect` on
 * `inspectorPort`). Without that the figure tells how long ago V8 happened to collect.
 */
export async function neededKib(pid: number, inspectorPort: number): Promise<number> {
  const answer = await fetch(`http://${LOOPBACK}:${inspectorPort}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error("The process has no inspector");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, "open");
  for (const id of [1, 2]) {
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await once(socket, "message");
  }
  socket.close();
  return residentKib(pid);
}
