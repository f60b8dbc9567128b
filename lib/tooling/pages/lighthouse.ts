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

type Asked = {
  /** The page itself tells every index to leave it out: whether one may take it is no part of its score. */
  readonly isUnlisted: boolean;
};

/** The words behind `npx`. */
export function lighthouseWords(url: string, { isUnlisted }: Asked): string[] {
  return [
    ...["--yes", LIGHTHOUSE, url, "--quiet", "--output=json", "--no-enable-error-reporting"],
    ...[
      "--only-categories=performance,accessibility,best-practices,seo",
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    ...(isUnlisted ? ["--skip-audits=is-crawlable"] : []),
  ];
}

/** Asks Lighthouse, as a phone on its slow 4G, without its own reports. Throws a Problem when it cannot be fetched or fails. */
export async function askLighthouse(url: string, chromium: string, asked: Asked): Promise<Scores> {
  const words = lighthouseWords(url, asked);
  const env = { ...process.env, CHROME_PATH: chromium } as NodeJS.ProcessEnv;
  const { stdout } = await run("npx", words, { env, maxBuffer: LONGEST_REPORT }).catch((error: Error) => {
    throw new Problem(`Lighthouse did not answer for ${url}: ${error.message.slice(0, 500)}`);
  });
  return readScores(stdout);
}

/**
 * The scores of a report in JSON, 0 to 100, and its figure for the speed of the machine. Throws a Problem when a category has none, which is how
 * Lighthouse tells a failure.
 */
export function readScores(report: string): Scores {
  type Category = { score: number | null };
  type Report = { categories?: Record<string, Category>; environment?: { benchmarkIndex?: number } };
  const { categories, environment } = JSON.parse(report) as Report;
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
    machineIndex: Math.round(environment?.benchmarkIndex ?? 0),
  };
}
