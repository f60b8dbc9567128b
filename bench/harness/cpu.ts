import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** CPU seconds that a process has used, with all children that ended; null where there is no /proc. */
function processSeconds(pid: number, withEnded: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    // utime, stime, cutime, cstime are fields 14 to 17 of the line; the state behind the name is field 3.
    const own = fields[11]! + fields[12]!;
    return (own + (withEnded ? fields[13]! + fields[14]! : 0)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** CPU seconds of a process and all its children, living and ended (a PostgreSQL server with its connections). */
export function familySeconds(pid: number): number {
  let total = processSeconds(pid, true);
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid)
        total += processSeconds(Number(name), false);
    } catch {
      // It ended while we looked.
    }
  }
  return total;
}

/** CPU microseconds that the families of processes spent on each of what `work` did (`count`). */
export async function microsEach<Done>(
  pids: readonly number[],
  work: () => Promise<Done>,
  count: (done: Done) => number,
): Promise<{ done: Done; micros: number }> {
  const seconds = () => pids.reduce((sum, pid) => sum + familySeconds(pid), 0);
  const before = seconds();
  const done = await work();
  return { done, micros: ((seconds() - before) * 1e6) / count(done) };
}
