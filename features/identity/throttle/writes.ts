import sql from "sql-template-tag";
import { identityErrors } from "#features/identity/errors.ts";
import { bucketKey, readThrottle } from "#features/identity/throttle/reads.ts";
import { type Bucket, throttlePolicies } from "#features/identity/throttle/rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The refusal with the seconds to wait. */
export function tooManyAttempts(waitSeconds: number): AppError {
  const seconds = Math.max(1, waitSeconds);
  return new AppError(identityErrors.TOO_MANY_ATTEMPTS, {
    details: { seconds, minutes: Math.ceil(seconds / 60), captchaRequired: true },
    headers: { "retry-after": String(seconds) },
  });
}

/**
 * Takes an attempt out of every bucket, each at once and for good (no transaction: a refused call still counts).
 * Throws TOO_MANY_ATTEMPTS when one of them is closed.
 */
export async function takeAttempts(db: Db, buckets: readonly Bucket[]): Promise<void> {
  for (const bucket of buckets) {
    const policy = throttlePolicies[bucket.name];
    const taken = await rows(
      db,
      sql`select attempts from identity_take_attempt(${bucketKey(bucket)}, ${policy.limit}, ${policy.windowSeconds},
            ${policy.delaySeconds}, ${policy.longestDelaySeconds})`,
    );
    if (taken.length === 0) throw tooManyAttempts((await readThrottle(db, [bucket])).waitSeconds);
  }
}

/** Gives an attempt back after it turned out right, and opens the bucket if that attempt had closed it. */
export async function returnAttempt(db: Queryable, bucket: Bucket): Promise<void> {
  const { limit } = throttlePolicies[bucket.name];
  await execute(
    db,
    sql`update identity_throttles set attempts = greatest(attempts - 1, 0),
          blocked_until = case when attempts - 1 >= ${limit} then blocked_until end
        where bucket = ${bucketKey(bucket)}`,
  );
}

/** Forgets what was counted: the right person is here. */
export async function clearAttempts(db: Queryable, bucket: Bucket): Promise<void> {
  await execute(db, sql`delete from identity_throttles where bucket = ${bucketKey(bucket)}`);
}
