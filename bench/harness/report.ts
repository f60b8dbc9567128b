import os from "node:os";
import type { Figure } from "#bench/harness/benchmark.ts";

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
