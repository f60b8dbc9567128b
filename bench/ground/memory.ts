import { readFileSync } from "node:fs";

/** Memory that a process holds now, in KiB (VmRSS); NaN where there is no /proc. */
export function residentKib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}
