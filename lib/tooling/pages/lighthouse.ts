import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Scores } from "#lib/tooling/pages/limits.ts";
import { Problem } from "#lib/tooling/problem.ts";

/**
 * Not a dependency: it brings a reporter of failures (Sentry) and a browser driver of its own, for a figure that is wanted
 * before a release. npx fetches exactly this version when it is asked for.
 */
const LIGHTHOUSE = "lighthouse@13.5.0";
const LONGEST_REPORT = 64 * 1024 * 1024;
const run = promisify(execFile);

/**
 * The index that Lighthouse would measure on its middling phone. It slows every machine four times, which makes that phone of the
 * quick desktops (1,500 to 2,000) that it was made for; its page on throttling has one calibrate on any other.
 */
const PHONE_INDEX = 1_750 / 4;
/** How often a machine's index is measured; the middle one counts. */
const LOOKS = 3;

type Asked = {
  /** The page itself tells every index to leave it out: whether one may take it is no part of its score. */
  readonly isUnlisted: boolean;
  /** How many times slower than this machine the phone is. */
  readonly slowdown: number;
};

/** What is known of the machine: Lighthouse's index of its processor, and how many times slower the phone is. */
export type Machine = { readonly benchmarkIndex: number; readonly slowdown: number };

/** How many times a machine is slowed to be the middling phone, in tenths; never made quicker than it is. */
export function slowdownOf(benchmarkIndex: number): number {
  return Math.max(1, Math.round((10 * benchmarkIndex) / PHONE_INDEX) / 10);
}

/** The words behind `npx`. */
export function lighthouseWords(url: string, { isUnlisted, slowdown }: Asked): string[] {
  return [
    ...["--yes", LIGHTHOUSE, url, "--quiet", "--output=json", "--no-enable-error-reporting"],
    ...[
      "--only-categories=performance,accessibility,best-practices,seo",
      "--chrome-flags=--headless=new --no-sandbox",
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ],
    ...(isUnlisted ? ["--skip-audits=is-crawlable"] : []),
  ];
}

async function report(url: string, chromium: string, asked: Asked): Promise<string> {
  const words = lighthouseWords(url, asked);
  const env = { ...process.env, CHROME_PATH: chromium } as NodeJS.ProcessEnv;
  const { stdout } = await run("npx", words, { env, maxBuffer: LONGEST_REPORT }).catch((error: Error) => {
    throw new Problem(`Lighthouse did not answer for ${url}: ${error.message.slice(0, 500)}`);
  });
  return stdout;
}

/** Has Lighthouse measure this machine on a page with next to nothing on it. Throws a Problem when it cannot be fetched or fails. */
export async function measureMachine(bareUrl: string, chromium: string): Promise<Machine> {
  const found: number[] = [];
  for (let look = 0; look < LOOKS; look += 1)
    found.push(readBenchmarkIndex(await report(bareUrl, chromium, { isUnlisted: false, slowdown: 1 })));
  const benchmarkIndex = Math.round(found.toSorted((one, other) => one - other)[Math.floor(LOOKS / 2)]!);
  return { benchmarkIndex, slowdown: slowdownOf(benchmarkIndex) };
}

/** Asks Lighthouse, as a phone on its slow 4G, without its own reports. Throws a Problem when it cannot be fetched or fails. */
export async function askLighthouse(url: string, chromium: string, asked: Asked): Promise<Scores> {
  return readScores(await report(url, chromium, asked));
}

/** What Lighthouse makes of the processor, in a report in JSON. Throws a Problem when it has made nothing. */
export function readBenchmarkIndex(text: string): number {
  const { environment } = JSON.parse(text) as { environment?: { benchmarkIndex?: number } };
  const index = environment?.benchmarkIndex;
  if (!index) throw new Problem("Lighthouse's report does not say how quick the machine is.");
  return index;
}

/** The scores of a report in JSON, 0 to 100. Throws a Problem when a category has none, which is how Lighthouse tells a failure. */
export function readScores(text: string): Scores {
  type Category = { score: number | null };
  const { categories } = JSON.parse(text) as { categories?: Record<string, Category> };
  const scoreOf = (name: string) => {
    const score = categories?.[name]?.score;
    if (typeof score !== "number") throw new Problem(`Lighthouse's report has no score for ${name}.`);
    return Math.round(score * 100);
  };
  return {
    performance: scoreOf("performance"),
    accessibility: scoreOf("accessibility"),
    bestPractices: scoreOf("best-practices"),
    seo: scoreOf("seo"),
  };
}
