import { renewTable } from "#lib/tooling/page-section.ts";
import { CALENDAR_DAYS } from "#lib/tooling/proofs/calendar/days.ts";
import type { Counts } from "#lib/tooling/verify/records.ts";

/** What one run of the tests on a shifted day came to. */
export type DayFigures = Counts & {
  readonly day: string;
  readonly startedAt: Date;
  readonly timeZone: string;
  readonly seconds: number;
  readonly runAt: Date;
};

const HEAD = ["day", "clock at the start (UTC)", "passed", "failed", "skipped", "seconds", "run on"];

/** The table of docs/proofs.md with this day's row replaced; the rows of the other days stay. */
export function withDay(table: string, figures: DayFigures): string {
  const { day, startedAt, timeZone, passed, failed, skipped, seconds, runAt } = figures;
  const cells = [
    `${startedAt.toISOString().slice(0, 16).replace("T", " ")}, ${timeZone}`,
    ...[passed, failed, skipped, Math.round(seconds)].map((count) => count.toLocaleString("en-US")),
    runAt.toISOString().slice(0, 10),
  ];
  const days = CALENDAR_DAYS.map(({ name }) => name);
  return renewTable(HEAD, days, new Map([[day, cells]]), table);
}
