// Before everything else: settings are read when lib/env.ts is loaded.
import "#bench/harness/secrets.ts";

import { writeFileSync } from "node:fs";
import path from "node:path";
import { growth } from "#bench/growth.ts";
import type { BenchContext, Benchmark, Figure } from "#bench/harness/benchmark.ts";
import { endChildren, ROOT, shareCompiledCode } from "#bench/harness/children.ts";
import { Load } from "#bench/harness/load.ts";
import { factsText, machineFacts, toMarkdown } from "#bench/harness/report.ts";
import { startServer } from "#bench/harness/server.ts";
import { homePage } from "#bench/home-page.ts";
import { intake } from "#bench/intake.ts";
import { liveCode } from "#bench/live-code.ts";
import { oldSnapshot } from "#bench/old-snapshot.ts";
import { oneBuyer } from "#bench/one-buyer.ts";
import { pageLoad } from "#bench/page-load.ts";
import { pageTime } from "#bench/page-time.ts";
import { polls } from "#bench/polls.ts";
import { purchase } from "#bench/purchase.ts";
import { reconciliation } from "#bench/reconcile.ts";
import { siteSearch } from "#bench/site-search.ts";
import { streams } from "#bench/streams.ts";
import { writeSection } from "#lib/tooling/page-section.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { complain, runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

// npm run bench                     all of them; the table goes into docs/performance.md
// npm run bench -- polls growth     only these; the page stays as it is
// npm run bench -- page-time --figures=/tmp/figures.json   these figures into a file as well
// npm run bench -- --quick          the self-check: each runs for a moment, and what it leaves must be sound

const BENCHMARKS: readonly Benchmark[] = [
  purchase,
  oneBuyer,
  oldSnapshot,
  polls,
  homePage,
  liveCode,
  growth,
  pageLoad,
  pageTime,
  reconciliation,
  streams,
  intake,
  siteSearch,
];

/** How many benchmarks the self-check runs side by side: each waits for its processes to start and stop most of the time. */
const AT_ONCE = 4;

const words = process.argv.slice(2);
const isSelfCheck = words.includes("--self-check") || words.includes("--quick");
const names = words.filter((word) => !word.startsWith("--"));

await runCommand(async () => {
  const unknown = names.find((wanted) => !BENCHMARKS.some(({ name }) => name === wanted));
  if (unknown) {
    throw new Problem(
      `There is no benchmark ${unknown}; there are: ${BENCHMARKS.map(({ name }) => name).join(", ")}.`,
    );
  }
  const server = await startServer({ durable: !isSelfCheck });
  if (isSelfCheck) shareCompiledCode(server.folder);
  const facts = machineFacts(server.version);
  const end = async () => {
    await endChildren();
    await server.end();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  const plan = isSelfCheck
    ? { isSelfCheck, rounds: 1, seconds: 0.2 }
    : { isSelfCheck, rounds: 5, seconds: 2 };
  const figures: Figure[] = [];
  let failures = 0;
  const left = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name)).values();
  const runNext = async () => {
    const load = new Load();
    for (const benchmark of left) {
      figures.push(
        ...(await runOne(benchmark, { server, load, plan }).catch((error: unknown) => {
          failures += 1;
          complain(`${benchmark.name} failed: ${error instanceof Error ? error.stack : error}`);
          return [];
        })),
      );
    }
    await load.stop();
  };
  try {
    // Figures need the machine for one benchmark alone; the self-check has none.
    await Promise.all(Array.from({ length: isSelfCheck ? AT_ONCE : 1 }, runNext));
  } finally {
    await end();
  }
  say(`\nMeasured ${factsText(facts)}`);
  const file = words.find((word) => word.startsWith("--figures="))?.slice("--figures=".length);
  if (file) writeFileSync(file, JSON.stringify(figures));
  if (!isSelfCheck && names.length === 0 && failures === 0) {
    writeSection(path.join(ROOT, "docs", "performance.md"), "bench", toMarkdown(figures, facts));
    say("The table is in docs/performance.md.");
  }
  return failures === 0 ? 0 : 1;
});

async function runOne(benchmark: Benchmark, context: BenchContext): Promise<Figure[]> {
  const begunMs = performance.now();
  if (!context.plan.isSelfCheck) say(`\n== ${benchmark.name}`);
  const figures = await benchmark.run(context);
  // The self-check's figures say nothing: too short, and nothing is warm.
  if (!context.plan.isSelfCheck) figures.forEach(sayFigure);
  say(`== ${benchmark.name}: sound, ${secondsText(performance.now() - begunMs)}`);
  return figures;
}

function sayFigure({ measure, value, aim, isMet, detail }: Figure): void {
  const verdict = isMet === null ? "" : isMet ? `  (aim ${aim}: met)` : `  (aim ${aim}: MISSED)`;
  say(`${value.padStart(10)}  ${measure}${verdict}\n            ${detail}`);
}
