import { renewTable } from "#lib/tooling/page-section.ts";
import { secondsText } from "#lib/tooling/terminal.ts";
import type { Failure } from "#lib/tooling/verify/records.ts";

/** Under what the journeys are run: alone, with every core taken, with the browser's processor slowed. */
export const conditions = ["quiet", "busy", "slow"] as const;
export type Condition = (typeof conditions)[number];

/** All journeys once. */
export type Turn = {
  readonly condition: Condition;
  readonly milliseconds: number;
  readonly passed: number;
  readonly failures: readonly Failure[];
};

const words: Readonly<Record<Condition, string>> = {
  quiet: "alone on the machine",
  busy: "every core taken by a busy loop",
  slow: "the browser's processor slowed four times",
};

const HEAD = ["condition", "date", "Chromium", "runs", "journeys passed", "failed", "a run took"];

/** The table of docs/testing.md: conditions that were run now get a new row, the other rows stay as they stood. */
export function toTable(turns: readonly Turn[], browser: string, date: string, former = ""): string {
  const fresh = Map.groupBy(turns, ({ condition }) => words[condition]);
  const rows = new Map([...fresh].map(([condition, own]) => [condition, toCells(own, browser, date)]));
  return renewTable(HEAD, Object.values(words), rows, former);
}

function toCells(turns: readonly Turn[], browser: string, date: string): (string | number)[] {
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  const times = turns.map(({ milliseconds }) => milliseconds);
  const passed = sum((turn) => turn.passed).toLocaleString("en-US");
  const took = `${secondsText(Math.min(...times))} to ${secondsText(Math.max(...times))}`;
  return [date, browser, turns.length, passed, sum((turn) => turn.failures.length), took];
}

/** Each journey that has failed, with how often and its first message. */
export function listFailures(turns: readonly Turn[]): string[] {
  const all = turns.flatMap(({ condition, failures }) =>
    failures.map((failure) => ({
      ...failure,
      what: `${condition}: ${failure.file ?? ""} > ${failure.title}`,
    })),
  );
  return [...Map.groupBy(all, ({ what }) => what)].flatMap(([what, found]) => [
    `${found.length} times  ${what}`,
    ...(found[0]?.message.split("\n").slice(0, 6) ?? []).map((line) => `      ${line}`),
  ]);
}
