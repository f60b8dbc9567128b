import type { Config } from "#app/_partner-agent/config.ts";
import { say } from "#app/_partner-agent/print.ts";
import { Problem } from "#app/_partner-agent/problem.ts";
import { Spool } from "#app/_partner-agent/storage/spool.ts";
import { nowMs } from "#lib/clock.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Pushes again what was set aside, or with `since` (30m, 2h, 1d) what was sent since then; ids stay, so nothing counts twice. */
export async function replay(config: Config, since: string | undefined): Promise<number> {
  const spool = new Spool(config.dataFolder);
  await spool.open(nowMs());
  const sinceMs = since === undefined ? null : nowMs() - durationMs(since);
  const count =
    sinceMs === null
      ? await spool.replay("refused", () => true)
      : await spool.replay("sent", ({ receivedAt }) => Date.parse(receivedAt) >= sinceMs);
  say(`${count} SMS will be pushed again by the running program.`);
  return 0;
}

function durationMs(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (!count || !unit) throw new Problem(`--sent-since is "${text}": write 30m, 2h or 1d.`);
  return Number(count) * (UNIT_MS[unit] as number);
}
