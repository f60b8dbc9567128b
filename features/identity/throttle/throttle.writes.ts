import sql from "sql-template-tag";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { bucketKey, readThrottle, type ThrottleState } from "#features/identity/throttle/throttle.reads.ts";
import { type Bucket, policyOf } from "#features/identity/throttle/throttle.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * The refusal of somebody who came too early or with too little work: TOO_MANY_ATTEMPTS with the seconds to wait, or
 * CAPTCHA_REQUIRED where waiting does not help. `workLevel` in the details says which work opens the door at once.
 */
export function attemptRefused({ waitSeconds, workLevel }: ThrottleState): AppError {
  const work = workLevel === null ? {} : { workLevel };
  if (waitSeconds === 0) {
    return new AppError(identityErrors.CAPTCHA_REQUIRED, { details: { captchaRequired: true, ...work } });
  }
  return new AppError(identityErrors.TOO_MANY_ATTEMPTS, {
    details: { seconds: waitSeconds, minutes: Math.ceil(waitSeconds / 60), captchaRequired: true, ...work },
    headers: { "retry-after": String(waitSeconds) },
  });
}

/**
 * Takes an attempt out of every bucket, each at once and for good (no transaction: a refused call still counts). In a
 * transaction only what it commits is counted: right where mails are counted that it sends, never where guesses are.
 * `work` is the level of work that came with it. Throws TOO_MANY_ATTEMPTS or CAPTCHA_REQUIRED when one of them is closed.
 */
export async function takeAttempts(db: Queryable, buckets: readonly Bucket[], work = 0): Promise<void> {
  for (const bucket of buckets) {
    const closed = await tryAttempt(db, bucket, work);
    if (closed !== null) throw attemptRefused(closed);
  }
}

/** Takes an attempt out of one bucket; answers the state of one that is closed, null when it was taken. */
export async function tryAttempt(db: Queryable, bucket: Bucket, work = 0): Promise<ThrottleState | null> {
  const { windowSeconds, wait, workFrom } = policyOf(bucket);
  const taken = await rows(
    db,
    sql`select attempts from identity_take_attempt(${bucketKey(bucket)}, ${windowSeconds}, ${workFrom ?? []}::integer[],
          ${work}, ${wait?.limit ?? null}, ${wait?.delaySeconds ?? null}, ${wait?.longestDelaySeconds ?? null})`,
  );
  return taken.length === 0 ? readClosed(db, bucket) : null;
}

/** The state of a bucket that has just refused; it may have opened meanwhile, then waiting is over in a second. */
async function readClosed(db: Queryable, bucket: Bucket): Promise<ThrottleState> {
  const state = await readThrottle(db, [bucket]);
  return policyOf(bucket).wait ? { ...state, waitSeconds: Math.max(1, state.waitSeconds) } : state;
}

/** Gives an attempt back after it turned out right, and opens the bucket if that attempt had closed it. */
export async function returnAttempt(db: Queryable, bucket: Bucket): Promise<void> {
  const limit = policyOf(bucket).wait?.limit ?? null;
  await execute(
    db,
    sql`update identity_throttles set attempts = greatest(attempts - 1, 0),
          blocked_until = case when attempts - 1 >= ${limit}::integer then blocked_until end
        where bucket = ${bucketKey(bucket)}`,
  );
}

/** Forgets what was counted: the right person is here. */
export async function clearAttempts(db: Queryable, bucket: Bucket): Promise<void> {
  await execute(db, sql`delete from identity_throttles where bucket = ${bucketKey(bucket)}`);
}
