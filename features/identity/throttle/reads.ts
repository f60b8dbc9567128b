import { createHash } from "node:crypto";
import sql, { join } from "sql-template-tag";
import { type Bucket, type ThrottlePolicy, throttlePolicies } from "#features/identity/throttle/rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** The row's name of a bucket: the subject is hashed, so that the table holds no address. */
export function bucketKey(bucket: Bucket): string {
  const subject =
    bucket.subject === "" ? "" : createHash("sha256").update(bucket.subject).digest("base64url").slice(0, 32);
  return `${bucket.name}:${subject}`;
}

export type ThrottleState = {
  /** Seconds until the next attempt is taken; 0 = now. */
  readonly waitSeconds: number;
  /** So many attempts were made that a captcha is due. */
  readonly isCaptchaDue: boolean;
};

/** The strictest state of several buckets. */
export async function readThrottle(db: Queryable, buckets: readonly Bucket[]): Promise<ThrottleState> {
  const byKey = new Map(
    buckets.map((bucket) => [bucketKey(bucket), throttlePolicies[bucket.name] as ThrottlePolicy]),
  );
  const found = await rows<{ bucket: string; attempts: number; waitSeconds: number }>(
    db,
    sql`select bucket, attempts,
          greatest(0, ceil(extract(epoch from coalesce(blocked_until, app_now()) - app_now())))::int as "waitSeconds"
        from identity_throttles where bucket in (${join([...byKey.keys()])}) and window_ends_at > app_now()`,
  );
  return {
    waitSeconds: Math.max(0, ...found.map((row) => row.waitSeconds)),
    isCaptchaDue: found.some(
      (row) => row.attempts >= (byKey.get(row.bucket)?.captchaAfter ?? Number.POSITIVE_INFINITY),
    ),
  };
}
