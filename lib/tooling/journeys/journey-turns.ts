import { renewTable, rowsOf } from "#lib/tooling/page-section.ts";
import { secondsText } from "#lib/tooling/terminal.ts";
import type { Failure } from "#lib/tooling/verify/records.ts";

/** Under what the journeys are run: alone, with every core taken, with the browser's processor slowed. */
export const conditions = ["quiet", "busy", "slow"] as const;
export type Condition = (typeof conditions)[number];

/** All journeys once, or those that were asked for. */
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

const ALL = "all";
const HEAD = [
  "journeys and condition",
  "date",
  "Chromium",
  "runs",
  "journeys passed",
  "failed",
  "a run took",
];

/** When turns were run, on what, and the parts of paths that chose their journeys; none means all journeys. */
export type Occasion = { readonly browser: string; readonly date: string; readonly only: readonly string[] };

/**
 * The table of docs/testing.md: what was run now is added to what the same journeys have counted in that condition on the same
 * Chromium, whole runs take hours; another Chromium begins a row anew. Other rows stay as they stood.
 */
export function toTable(turns: readonly Turn[], { browser, date, only }: Occasion, former = ""): string {
  const formerRows = rowsOf(former);
  const chosen = only.toSorted().join(", ") || ALL;
  const fresh = Map.groupBy(turns, ({ condition }) => nameRow(chosen, condition));
  const rows = new Map(
    [...fresh].map(([name, own]) => {
      const now = countTurns(own, browser, date);
      const before = readRow(formerRows.get(name) ?? []);
      return [name, toCells(before?.browser === browser ? addRows(before, now) : now)];
    }),
  );
  const choices = new Set([ALL, ...[...formerRows.keys()].map(choiceOf), chosen]);
  const order = [...choices].flatMap((choice) => conditions.map((condition) => nameRow(choice, condition)));
  return renewTable(HEAD, order, rows, former);
}

const nameRow = (choice: string, condition: Condition) => `${choice}: ${words[condition]}`;
const choiceOf = (name: string) => name.slice(0, name.indexOf(": "));

/** What a row says of its journeys in its condition. */
type Row = {
  readonly browser: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly shortestSeconds: number;
  readonly longestSeconds: number;
};

function countTurns(turns: readonly Turn[], browser: string, date: string): Row {
  const seconds = turns.map(({ milliseconds }) => milliseconds / 1_000);
  return {
    ...{ browser, firstDay: date, lastDay: date, runs: turns.length },
    passed: turns.reduce((total, turn) => total + turn.passed, 0),
    failed: turns.reduce((total, turn) => total + turn.failures.length, 0),
    ...{ shortestSeconds: Math.min(...seconds), longestSeconds: Math.max(...seconds) },
  };
}

function addRows(before: Row, now: Row): Row {
  return {
    ...{ browser: now.browser, firstDay: before.firstDay, lastDay: now.lastDay },
    ...{
      runs: before.runs + now.runs,
      passed: before.passed + now.passed,
      failed: before.failed + now.failed,
    },
    shortestSeconds: Math.min(before.shortestSeconds, now.shortestSeconds),
    longestSeconds: Math.max(before.longestSeconds, now.longestSeconds),
  };
}

function toCells(row: Row): (string | number)[] {
  const days = row.firstDay === row.lastDay ? row.lastDay : `${row.firstDay} to ${row.lastDay}`;
  const took = [row.shortestSeconds, row.longestSeconds].map((seconds) => secondsText(seconds * 1_000));
  return [days, row.browser, row.runs, row.passed.toLocaleString("en-US"), row.failed, took.join(" to ")];
}

/** A row as `toCells` has written it; null where none stands. */
function readRow(cells: readonly string[]): Row | null {
  const [days, browser, runs, passed, failed, took] = cells;
  if (!days || !browser || !took) return null;
  const [firstDay = "", lastDay = firstDay] = days.split(" to ");
  const [shortestSeconds = 0, longestSeconds = 0] = took.split(" to ").map(Number.parseFloat);
  const count = (text = "") => Number(text.replaceAll(",", ""));
  return {
    ...{ browser, firstDay, lastDay, shortestSeconds, longestSeconds },
    ...{ runs: count(runs), passed: count(passed), failed: count(failed) },
  };
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
