import path from "node:path";
import { readSection, writeSection } from "#lib/tooling/page-section.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { endWithPrograms, packagePrograms, runProgram, scratchFolder } from "#lib/tooling/programs.ts";
import { CALENDAR_DAYS, type CalendarDay, findDay } from "#lib/tooling/proofs/calendar/days.ts";
import { type DayFigures, withDay } from "#lib/tooling/proofs/calendar/figures.ts";
import { buildClockLibrary, requireShift, shiftedClock } from "#lib/tooling/proofs/calendar/shifted-clock.ts";
import { TEST_TIME_ZONE } from "#lib/tooling/proofs/calendar/time-zone.ts";
import { PROOFS_PAGE } from "#lib/tooling/proofs/proofs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";
import { type Counts, readRecords } from "#lib/tooling/verify/records.ts";

/** `npm run prove -- calendar` starts this with its options as settings: a day's name or number, a part of a path. */
const { CALENDAR_DAY: wantedDay, CALENDAR_ONLY: only } = process.env;

function chooseDays(): readonly CalendarDay[] {
  if (!wantedDay) return CALENDAR_DAYS;
  const day = findDay(wantedDay);
  if (day) return [day];
  const all = CALENDAR_DAYS.map(({ name }, index) => `${index + 1} ${name}`);
  throw new Problem(`There is no such day. There are: ${all.join(", ")}.`);
}

/** All tests under one clock: ours, the product's and PostgreSQL's. */
async function runDay(day: CalendarDay, library: string, recordsFile: string): Promise<DayFigures> {
  const runAt = new Date();
  const offsetMs = day.startMs(runAt.getTime()) - runAt.getTime();
  const clock = shiftedClock(library, offsetMs);
  requireShift(clock, offsetMs);
  const startedAt = new Date(runAt.getTime() + offsetMs);
  const timeZone = day.timeZone ?? TEST_TIME_ZONE;
  say(`\n== ${day.name}: ${startedAt.toISOString()}, ${timeZone}`);
  const begunMs = performance.now();
  const hasPassed = await runProgram([packagePrograms.vitest, "run", ...(only ? [only] : [])], {
    ...clock,
    // The day that every run draws is a second shift on top of this one.
    DRAWN_DAY: "no",
    TEST_TIME_ZONE: timeZone,
    VERIFY_RECORDS: recordsFile,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
  const counts = readRecords(recordsFile).counts;
  const failed = hasPassed ? counts.failed : Math.max(1, counts.failed);
  const seconds = (performance.now() - begunMs) / 1000;
  return { ...counts, failed, day: day.name, startedAt, timeZone, seconds, runAt };
}

const resultOf = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

endWithPrograms();

await runCommand(async () => {
  const days = chooseDays();
  const scratch = scratchFolder("calendar");
  const library = buildClockLibrary(scratch);
  const results: DayFigures[] = [];
  for (const day of days) {
    const figures = await runDay(day, library, path.join(scratch, day.name));
    results.push(figures);
    // A run of some files says nothing about the day.
    if (!only) writeSection(PROOFS_PAGE, "calendar", withDay(readSection(PROOFS_PAGE, "calendar"), figures));
  }
  say();
  for (const figures of results)
    say(`== ${figures.day}: ${resultOf(figures)} in ${secondsText(figures.seconds * 1000)}`);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
});
