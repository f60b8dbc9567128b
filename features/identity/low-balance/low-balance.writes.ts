import type { WatchedBalance } from "#features/identity/low-balance/low-balance.reads.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { greetingName } from "#lib/mail/typed-text.ts";

/** Arms the mail of users whose balance is at or above the threshold that they had when it was looked at. */
export async function armLowBalance(db: Queryable, watched: readonly WatchedBalance[]): Promise<void> {
  if (watched.length === 0) return;
  await execute(db, {
    text: `update identity_settings s set low_balance_armed = true
      from unnest($1::bigint[], $2::bigint[]) as seen (user_id, threshold)
      where s.user_id = seen.user_id and s.lower_balance_kopecks = seen.threshold and not s.low_balance_armed`,
    values: [watched.map(({ userId }) => userId), watched.map(({ thresholdKopecks }) => thresholdKopecks)],
  });
}

export type LowBalanceReader = {
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  /** Grows with every mail; names the occasion. */
  readonly occasion: string;
};

/**
 * Takes the one mail of this crossing: the caller sends it in the same transaction. Null when another worker was faster, the
 * threshold was changed meanwhile, the last mail is younger than `pauseMinutes`, or the account is suspended.
 */
export async function takeLowBalanceMail(
  tx: Tx,
  { userId, thresholdKopecks }: WatchedBalance,
  pauseMinutes: number,
): Promise<LowBalanceReader | null> {
  const reader = await maybeOne<LowBalanceReader>(tx, {
    text: `update identity_settings s set low_balance_armed = false, low_balance_mailed_at = app_now()
      from identity_users u
      where s.user_id = $1 and u.id = s.user_id and u.suspended_at is null and s.low_balance_armed
        and s.lower_balance_kopecks = $2
        and (s.low_balance_mailed_at is null or s.low_balance_mailed_at <= app_now() - make_interval(mins => $3))
      returning u.email, u.name, u.locale, (extract(epoch from s.low_balance_mailed_at) * 1000000)::bigint::text as occasion`,
    values: [userId, thresholdKopecks, pauseMinutes],
  });
  return reader && { ...reader, name: greetingName(reader.name, reader.email) };
}
