import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Figure } from "#bench/harness/benchmark.ts";
import { ROOT } from "#bench/harness/children.ts";
import { writeFileWhole } from "#lib/tooling/files.ts";

const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

export type Facts = {
  date: string;
  cpu: string;
  cores: number;
  postgres: string;
  node: string;
  load: string;
};

/** What the figures were taken on. `load` is the load of the machine when the run began. */
export function machineFacts(postgres: string): Facts {
  const cpus = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus[0]?.model.trim() ?? "unknown",
    cores: cpus.length,
    postgres,
    node: process.versions.node,
    load: os.loadavg()[0]!.toFixed(1),
  };
}

export function factsText({ date, cpu, cores, postgres, node, load }: Facts): string {
  return `${date}; ${cores} cores, ${cpu}; PostgreSQL ${postgres}, Node ${node}; load average ${load} when the run began`;
}

/** The figures as a table for docs/performance.md. */
export function toMarkdown(figures: readonly Figure[], facts: Facts): string {
  const lines = figures.map(({ measure, value, aim, isMet, detail }) => {
    const verdict = isMet === null ? "" : isMet ? `${aim}, met` : `${aim}, **missed**`;
    return `| ${measure} | ${value} | ${verdict} | ${detail} |`;
  });
  return [
    `Measured ${factsText(facts)}.`,
    "",
    "| measure | figure | aim | behind it |",
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Puts the table between its marks in docs/performance.md; false when there is no place for it. */
export function writePage(table: string, file = path.join(ROOT, "docs/performance.md")): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(START);
  const to = text.indexOf(END);
  if (from < 0 || to < from) return false;
  writeFileWhole(file, `${text.slice(0, from + START.length)}\n\n${table}\n\n${text.slice(to)}`, 0o644);
  return true;
}
