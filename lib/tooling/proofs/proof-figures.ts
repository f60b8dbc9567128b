import os from "node:os";
import { tableOf } from "#lib/tooling/page-section.ts";
import { PROOFS } from "#lib/tooling/proofs/proofs.ts";

/** What one test of a proof has recorded (`recordFigures`). */
export type Figures = {
  readonly proof: string;
  readonly figures: Readonly<Record<string, string | number>>;
};

/** One run of a proof. */
export type ProofRun = {
  readonly name: string;
  /** Its options, as they were typed. */
  readonly words: readonly string[];
  readonly day: string;
  readonly seconds: number;
  readonly machine: string;
  readonly recorded: readonly Figures[];
};

/** What the figures were taken on, and how much else wanted it during the last minutes. */
export function thisMachine(): string {
  const cpus = os.cpus();
  return `${cpus.length} cores, ${cpus[0]?.model.trim() || "unknown"}; load average ${Math.round(os.loadavg()[1] ?? 0)}; Node ${process.versions.node}`;
}

/** A seed is typed again as it stands. */
function shown(measure: string, figure: string | number): string {
  return typeof figure === "number" && measure !== "seed" ? figure.toLocaleString("en-US") : String(figure);
}

/** A run as its part of docs/proofs.md. */
export function proofPart({ name, words, day, seconds, machine, recorded }: ProofRun): string {
  const command = ["npm run prove --", name, ...words].join(" ");
  const rows = recorded.flatMap(({ proof, figures }) =>
    Object.entries(figures).map(([measure, figure]) => [`${proof}: ${measure}`, shown(measure, figure)]),
  );
  const table = rows.length > 0 ? ["", tableOf(["measure", "figure"], rows)] : [];
  return [
    `### ${name}`,
    "",
    `${day}, \`${command}\`: passed in ${Math.round(seconds)} s; ${machine}.`,
    ...table,
  ].join("\n");
}

/** The figures of all proofs with those of one put in place of what stood there, in the order of the proofs. */
export function withPart(section: string, name: string, part: string): string {
  const parts = new Map(
    section
      .split(/^(?=### )/m)
      .filter((text) => text.startsWith("### "))
      .map((text) => [/^### (\S+)/.exec(text)?.[1] ?? "", text.trim()]),
  );
  parts.set(name, part);
  return Object.keys(PROOFS)
    .flatMap((proof) => parts.get(proof) ?? [])
    .join("\n\n");
}
