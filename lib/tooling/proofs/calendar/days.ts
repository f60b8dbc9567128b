import { tzOffset } from "@date-fns/tz";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A run starts this long before a midnight, so that its tests meet both sides. */
const LEAD_MS = 4 * MINUTE_MS;
/** Changes its clocks, as most of our users' countries do; the tests' usual zone does not. */
const SUMMER_TIME_ZONE = "Europe/Berlin";

/** A day on which every test must pass. */
export type CalendarDay = {
  readonly name: string;
  /** The moment at which a run starts that is begun at `nowMs`; both in milliseconds since 1970. */
  readonly startMs: (nowMs: number) => number;
  /** The tests' time zone when it is not the usual one. */
  readonly timeZone?: string;
};

export const CALENDAR_DAYS: readonly CalendarDay[] = [
  { name: "two-days-ahead", startMs: (nowMs) => nowMs + 2 * DAY_MS },
  { name: "new-year", startMs: (nowMs) => nextNewYear(nowMs + LEAD_MS) - LEAD_MS },
  { name: "leap-day", startMs: nextLeapDay },
  {
    name: "summer-time",
    startMs: (nowMs) => nextSummerTime(nowMs + LEAD_MS, SUMMER_TIME_ZONE) - LEAD_MS,
    timeZone: SUMMER_TIME_ZONE,
  },
  { name: "monday", startMs: (nowMs) => nextMonday(nowMs + LEAD_MS) - LEAD_MS },
  { name: "ten-years", startMs: tenYearsOn },
];

/** The day of that name or number (from 1), or undefined. */
export function findDay(wanted: string): CalendarDay | undefined {
  return CALENDAR_DAYS.find(({ name }, index) => name === wanted || String(index + 1) === wanted);
}

/** A moment within ten years for one run of the tests: one of the days above or any other minute; the same for the same seed. */
export function drawMoment(seed: number, nowMs: number): { name: string; startMs: number } {
  const day = CALENDAR_DAYS[seed % (CALENDAR_DAYS.length + 1)];
  if (day) return { name: day.name, startMs: day.startMs(nowMs) };
  const minutes = (10 * 365 * DAY_MS) / MINUTE_MS;
  // Neighbouring seeds shall not mean neighbouring minutes.
  const drawn = Number((BigInt(seed) * 2_654_435_761n) % BigInt(minutes));
  return { name: "any-minute", startMs: nowMs + drawn * MINUTE_MS };
}

function nextNewYear(afterMs: number): number {
  return Date.UTC(new Date(afterMs).getUTCFullYear() + 1, 0, 1);
}

/** 06:00 UTC: it is 29 February in every zone from New York to Kamchatka. */
function nextLeapDay(nowMs: number): number {
  for (let year = new Date(nowMs).getUTCFullYear(); ; year += 1) {
    const moment = new Date(Date.UTC(year, 1, 29, 6));
    if (moment.getUTCMonth() === 1 && moment.getTime() > nowMs) return moment.getTime();
  }
}

/** Found by looking, because the rule for this day is a law that may change. */
function nextSummerTime(afterMs: number, zone: string): number {
  const offset = (ms: number) => tzOffset(zone, new Date(ms));
  let ms = Math.ceil(afterMs / HOUR_MS) * HOUR_MS - HOUR_MS;
  while (offset(ms + DAY_MS) <= offset(ms)) ms += DAY_MS;
  while (offset(ms) <= offset(ms - HOUR_MS)) ms += HOUR_MS;
  return ms;
}

function nextMonday(afterMs: number): number {
  const midnight = Math.ceil(afterMs / DAY_MS) * DAY_MS;
  const daysToMonday = (8 - new Date(midnight).getUTCDay()) % 7;
  return midnight + daysToMonday * DAY_MS;
}

function tenYearsOn(nowMs: number): number {
  const moment = new Date(nowMs);
  return moment.setUTCFullYear(moment.getUTCFullYear() + 10);
}
