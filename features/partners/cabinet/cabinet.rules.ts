import type { PartnerNumberCounts } from "#features/supply/inventory/partner-numbers.reads.ts";
import type { OperatedSupplierDetails } from "#features/supply/operation/operated-suppliers.reads.ts";

/** What keeps a partner's numbers from being sold, or will; the worst first. */
export const cabinetProblems = [
  "ended",
  "paused",
  "penalty",
  "never-called",
  "silent",
  "no-numbers",
  "nothing-on-line",
  "no-costs",
  "full",
  "unknown-words",
  "loose-types",
] as const;
type CabinetProblem = {
  readonly kind: (typeof cabinetProblems)[number];
  readonly count?: number;
  readonly until?: string;
};

type Health = Pick<
  OperatedSupplierDetails,
  | "enabled"
  | "endedAt"
  | "healthy"
  | "isFull"
  | "lastSuccessAt"
  | "penaltyUntil"
  | "looseTypesAt"
  | "costsCount"
  | "hourCostsCount"
  | "defaultCostKopecks"
>;

/** What a partner has to mend. `supplier` is the partner's own; `unknownWords` counts words of its reports that nobody understands. */
export function problemsOf(
  supplier: Health,
  counts: PartnerNumberCounts,
  unknownWords: number,
): CabinetProblem[] {
  const { onLineCount, heldCount, offlineCount, usedUpCount, onSaleCount } = counts;
  const known = onLineCount + heldCount + offlineCount + usedUpCount + onSaleCount;
  const hasCosts = supplier.costsCount + supplier.hourCostsCount > 0 || supplier.defaultCostKopecks !== null;
  const isRunning = supplier.enabled && !supplier.endedAt;
  const hasCalled = supplier.lastSuccessAt !== null;
  const found: (CabinetProblem | false | null)[] = [
    supplier.endedAt !== null && { kind: "ended" },
    !supplier.enabled && !supplier.endedAt && { kind: "paused" },
    supplier.penaltyUntil && { kind: "penalty", until: supplier.penaltyUntil.toISOString() },
    isRunning && !hasCalled && { kind: "never-called" },
    // Whatever else keeps it from selling is named by itself.
    isRunning &&
      hasCalled &&
      !supplier.healthy &&
      !supplier.isFull &&
      !supplier.penaltyUntil && { kind: "silent" },
    known === 0 && { kind: "no-numbers" },
    known > 0 && onLineCount === 0 && { kind: "nothing-on-line" },
    !hasCosts && { kind: "no-costs" },
    supplier.isFull && { kind: "full" },
    unknownWords > 0 && { kind: "unknown-words", count: unknownWords },
    supplier.looseTypesAt !== null && { kind: "loose-types" },
  ];
  return found.filter((problem): problem is CabinetProblem => Boolean(problem));
}
