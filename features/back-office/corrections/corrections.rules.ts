import { isPermitted, type StaffPermission } from "#lib/api/actor.ts";
import { stateTable } from "#lib/state-table.ts";

export const correctionKinds = [
  "adjustment_credit",
  "adjustment_debit",
  "activation_refund",
  "debt_write_off",
  "partner_fine",
] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export const correctionStates = ["proposed", "carried_out", "rejected", "withdrawn"] as const;
export type CorrectionState = (typeof correctionStates)[number];

export const correctionEvents = ["carry_out", "reject", "withdraw"] as const;
export type CorrectionEvent = (typeof correctionEvents)[number];

/** The state table: a proposal is decided once, and what is decided stays so. */
export const { nextState, openStates } = stateTable<CorrectionState, CorrectionEvent>(correctionStates, {
  proposed: { carry_out: "carried_out", reject: "rejected", withdraw: "withdrawn" },
  carried_out: {},
  rejected: {},
  withdrawn: {},
});

export const correctionLimits = {
  /** The largest single correction, in kopecks: a typing error more is refused. */
  largestKopecks: 100_000_000,
} as const;

/** The limits that an installation sets, in kopecks. */
export type CorrectionLimits = {
  /** A refund of an order and a partner's fine up to this need one person. */
  readonly aloneKopecks: number;
  /** Above this only a lead signs. */
  readonly leadKopecks: number;
};

/** What one person may do alone while it is small: a refund of an order, and a fine, which its partner may appeal against. */
const smallAlone: readonly CorrectionKind[] = ["activation_refund", "partner_fine"];

/** Must another person sign? */
export function needsSecond(kind: CorrectionKind, amountKopecks: number, limits: CorrectionLimits): boolean {
  return !smallAlone.includes(kind) || amountKopecks > limits.aloneKopecks;
}

/** Who must sign: large amounts and debts that are given up are for a lead. */
export function neededPermission(
  kind: CorrectionKind,
  amountKopecks: number,
  limits: CorrectionLimits,
): StaffPermission {
  return kind === "debt_write_off" || amountKopecks > limits.leadKopecks ? "money-lead" : "money";
}

export type Signer = { readonly staffId: number; readonly permission: StaffPermission | null };
type Facts = {
  readonly kind: CorrectionKind;
  readonly amountKopecks: number;
  readonly userId: number;
  readonly proposerId: number;
};

/** What keeps somebody from signing this correction, or null. */
export function findSignerProblem(
  correction: Facts,
  signer: Signer,
  limits: CorrectionLimits,
): "same-person" | "own-account" | "lead-needed" | null {
  if (signer.staffId === correction.proposerId) return "same-person";
  if (signer.staffId === correction.userId) return "own-account";
  const needed = neededPermission(correction.kind, correction.amountKopecks, limits);
  return isPermitted(signer.permission, needed) ? null : "lead-needed";
}

/** The ledger's reference: a correction moves money once for ever, and so does the refund of an order. */
export function correctionReference(correction: {
  id: number;
  kind: CorrectionKind;
  activationId: number | null;
}): string {
  return correction.kind === "activation_refund"
    ? `activation:${correction.activationId}:refund`
    : `correction:${correction.id}`;
}
