import { createHash } from "node:crypto";
import sql, { join } from "sql-template-tag";
import { type Bucket, policyOf, workLevelAt } from "#features/identity/throttle/throttle.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** The row's name of a bucket: the subject is hashed, so that the table holds no address. */
export function bucketKey(bucket: Bucket): string {
  const subject =
    bucket.subject === "" ? "" : createHash("sha256").update(bucket.subject).digest("base64url").slice(0, 32);
  return `${bucket.name}:${subject}`;
}

export type ThrottleState = {
  /** Seconds until the next attempt is taken without work; 0 = now. */
  readonly waitSeconds: number;
  /** So many attempts were made that a captcha is due. */
  readonly isCaptchaDue: boolean;
  /** The level of work with which an attempt is taken now; null = waiting is all that helps. */
  readonly workLevel: number | null;
};

type Found = { bucket: string; attempts: number; waitSeconds: number };

/** The strictest state of several buckets. */
export async function readThrottle(db: Queryable, buckets: readonly Bucket[]): Promise<ThrottleState> {
  const byKey = new Map(buckets.map((bucket) => [bucketKey(bucket), policyOf(bucket)]));
  const found = await rows<Found>(
    db,
    sql`select bucket, attempts,
          greatest(0, ceil(extract(epoch from coalesce(blocked_until, app_now()) - app_now())))::int as "waitSeconds"
        from identity_throttles where bucket in (${join([...byKey.keys()])}) and window_ends_at > app_now()`,
  );
  const known = found.map((row) => ({ ...row, policy: byKey.get(row.bucket) ?? { windowSeconds: 0 } }));
  const levels = known.map(({ policy, attempts, waitSeconds }) =>
    policy.wait && waitSeconds === 0 ? 0 : workLevelAt(policy, attempts),
  );
  return {
    waitSeconds: Math.max(0, ...known.map(({ waitSeconds }) => waitSeconds)),
    isCaptchaDue: known.some(
      ({ policy, attempts }) => attempts >= (policy.captchaAfter ?? Number.POSITIVE_INFINITY),
    ),
    workLevel: levels.includes(null) ? null : Math.max(0, ...levels.map(Number)),
  };
}
