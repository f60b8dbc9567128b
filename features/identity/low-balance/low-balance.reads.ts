import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** A user who wants to be told when their balance falls below a threshold. */
export type WatchedBalance = {
  readonly userId: number;
  readonly thresholdKopecks: Kopecks;
  /** It was at or above the threshold when it was last looked at. */
  readonly isArmed: boolean;
};

/** Users with a threshold, by id, those after `afterUserId`. */
export function listWatchedBalances(
  db: Queryable,
  afterUserId: number,
  limit: number,
): Promise<WatchedBalance[]> {
  return rows<WatchedBalance>(db, {
    text: `select user_id as "userId", lower_balance_kopecks as "thresholdKopecks", low_balance_armed as "isArmed"
      from identity_settings where lower_balance_kopecks > 0 and user_id > $1 order by user_id limit $2`,
    values: [afterUserId, limit],
  });
}
