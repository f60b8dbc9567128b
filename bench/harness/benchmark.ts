import type { Load } from "#bench/harness/load.ts";
import type { BenchDb, BenchServer } from "#bench/harness/server.ts";
import { findChecks, listOffences, offenceText } from "#lib/tooling/database/checks.ts";

type Plan = {
  /** Only proves that the benchmark runs and that what it leaves behind is sound. */
  readonly isSelfCheck: boolean;
  readonly rounds: number;
  /** Length of one measurement. */
  readonly seconds: number;
};

export type BenchContext = { readonly server: BenchServer; readonly load: Load; readonly plan: Plan };

/** One line of the table. */
export type Figure = {
  readonly measure: string;
  readonly value: string;
  readonly aim: string;
  /** null = there is no aim. */
  readonly isMet: boolean | null;
  /** The sides behind the ratio, and what else the reader must know. */
  readonly detail: string;
};

export type Benchmark = {
  readonly name: string;
  run(context: BenchContext): Promise<Figure[]>;
};

export function ratioText(ratio: number): string {
  return ratio.toFixed(2);
}

export function perSecondText(rate: number): string {
  return `${Math.round(rate)}/s`;
}

/** Throws naming every broken invariant of the rows that a benchmark left. */
export async function checkInvariants(db: BenchDb): Promise<void> {
  const offences = (await listOffences(db.owner, await findChecks())).filter(({ count }) => count > 0);
  if (offences.length > 0)
    throw new Error(`Invariants broken after a benchmark:\n${offences.map(offenceText).join("\n")}`);
}
