/** Every invariant, every five minutes (reliability 6). */
export const reconcileEveryMinutes = 5;

/** Checks over the whole history run once in so many hours. */
export const reconcileAllEveryHours = 24;

/** How long one check may take; one that takes longer counts as failed. */
export const checkTimeoutMs = 60_000;

/** Runs without offences are kept for two weeks, others for three months. */
export const keptDays = { clean: 14, offending: 90 } as const;

/** One run as the money desk shows it. Times are ISO 8601 in UTC. */
export type Reconciliation = {
  readonly id: number;
  /** `all` once a day, with the checks over the whole history. */
  readonly scope: "all" | "often";
  readonly startedAt: string;
  /** Null while it runs, or when its worker died. */
  readonly finishedAt: string | null;
  readonly checksCount: number;
  /** Checks with offending rows. */
  readonly offendingCount: number;
  /** Checks that could not be run. */
  readonly failedCount: number;
};

/** What one check found in a run. */
export type Finding = {
  readonly name: string;
  /** Offending rows; null when the check could not be run. */
  readonly offences: number | null;
  /** The first offending rows. */
  readonly examples: readonly unknown[];
  /** Why it could not be run. */
  readonly problem: string | null;
  readonly tookMs: number;
};
