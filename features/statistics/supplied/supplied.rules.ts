/** What a supplier's number is lent for: one code, or hours and weeks. */
export const suppliedKinds = ["activation", "rental"] as const;
export type SuppliedKind = (typeof suppliedKinds)[number];

/** What a supplier's figures are of: one of the kinds, or both. */
export const suppliedExtents = ["all", ...suppliedKinds] as const;
export type SuppliedExtentKind = (typeof suppliedExtents)[number];

/** What a supplier's figures are grouped by. */
export const suppliedGroupings = ["day", "service", "country", "operator"] as const;
export type SuppliedGrouping = (typeof suppliedGroupings)[number];

/**
 * How an order stands for whoever has the number. The last three are the spec's (section 4: activation (SMS received), completed (ready),
 * cancelled); before them a number waits for its first SMS.
 */
export const suppliedStatuses = ["waiting", "activation", "completed", "cancelled"] as const;
export type SuppliedStatus = (typeof suppliedStatuses)[number];

/** The states that a status stands for. An order that has no number yet is nobody's. */
export const statesOfStatus: Readonly<
  Record<SuppliedKind, Readonly<Record<SuppliedStatus, readonly string[]>>>
> = {
  activation: {
    waiting: ["waiting"],
    activation: ["received"],
    completed: ["completed"],
    cancelled: ["cancelled", "expired", "banned"],
  },
  rental: { waiting: ["active"], activation: ["received"], completed: ["expired"], cancelled: ["canceled"] },
};

/** The status of a state; throws for one in which nobody has a number. */
export function statusOfState(kind: SuppliedKind, state: string): SuppliedStatus {
  const found = suppliedStatuses.find((status) => statesOfStatus[kind][status].includes(state));
  if (!found) throw new Error(`an order in the state ${state} has no number`);
  return found;
}

/** Why a number brought nothing: the buyer cancelled, its time was over, it was reported as blocked. */
export const cancelReasons = ["buyer", "time", "reported"] as const;
export type CancelReason = (typeof cancelReasons)[number];

const reasons: Readonly<Record<string, CancelReason>> = {
  cancelled: "buyer",
  canceled: "buyer",
  expired: "time",
  banned: "reported",
};

/** The reason of an order that counts as cancelled; null for every other. */
export function cancelReasonOf(kind: SuppliedKind, state: string): CancelReason | null {
  return statusOfState(kind, state) === "cancelled" ? (reasons[state] ?? null) : null;
}

export const suppliedLimits = {
  /** Orders of a supplier that one statement looks through: a rare filter must not read a whole history at once. */
  lookedThrough: 2_000,
  /** Such stretches that one page looks through. */
  stretchesPerPage: 10,
  /** Orders behind the sweep that a statement looks at; it is some minutes behind. */
  uncounted: 100_000,
} as const;

/** Sums over orders of a supplier. */
export type SuppliedCounts = {
  /** Numbers that buyers got. */
  readonly requests: number;
  /** Numbers that still wait for their first SMS. */
  readonly waiting: number;
  /** Numbers that got an SMS (rented ones: or a call). */
  readonly codes: number;
  /** All SMS that came in time. */
  readonly sms: number;
  /** Numbers that brought nothing, whatever the reason. */
  readonly cancelled: number;
  /** Those of them that buyers reported as blocked. */
  readonly reported: number;
  /** What the supplier was given of the charges. */
  readonly shareKopecks: number;
  /** Half of the codes came within so many seconds; null without codes. */
  readonly medianSeconds: number | null;
};

export const noSuppliedCounts: SuppliedCounts = {
  ...{
    requests: 0,
    waiting: 0,
    codes: 0,
    sms: 0,
    cancelled: 0,
    reported: 0,
    shareKopecks: 0,
    medianSeconds: null,
  },
};
