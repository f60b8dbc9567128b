import {
  listWatchedBalances,
  type WatchedBalance,
} from "#features/identity/low-balance/low-balance.reads.ts";
import { armLowBalance, takeLowBalanceMail } from "#features/identity/low-balance/low-balance.writes.ts";
import { listAvailable } from "#features/ledger/balances.reads.ts";
import {
  crossingOf,
  lowBalancePauseMinutes,
  renderLowBalanceMail,
} from "#features/notifications/low-balance/low-balance.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const BATCH = 2_000;

/**
 * Looks at the balances of users who have a threshold, a batch each time: purchases do nothing for it. Sends one mail for
 * every crossing; a balance that fell and rose between two looks has not been low.
 */
export function makeLowBalanceSweep() {
  let afterUserId = 0;
  return defineSweep({
    name: "notifications: low balance",
    everyMs: 5_000,
    run: async (db) => {
      const watched = await listWatchedBalances(db, afterUserId, BATCH);
      afterUserId = watched.length < BATCH ? 0 : (watched.at(-1)?.userId ?? 0);
      return lookAtBalances(db, watched);
    },
  });
}

/** Arms and tells. Answers how many mails went out. */
export async function lookAtBalances(db: Db, watched: readonly WatchedBalance[]): Promise<number> {
  const balances = await listAvailable(
    db,
    watched.map(({ userId }) => userId),
  );
  const crossing = (one: WatchedBalance) => crossingOf(one, balances.get(one.userId) ?? kopecks(0));
  await armLowBalance(
    db,
    watched.filter((one) => crossing(one) === "arm"),
  );
  let told = 0;
  for (const one of watched) {
    if (crossing(one) === "tell" && (await tell(db, one))) told += 1;
  }
  return told;
}

/** The mark and the mail are one: both exist or neither, whoever dies and however many look at once. */
function tell(db: Db, watched: WatchedBalance): Promise<boolean> {
  const { thresholdKopecks, userId } = watched;
  return withTransaction(db, async (tx) => {
    const availableKopecks = (await listAvailable(tx, [userId])).get(userId) ?? kopecks(0);
    if (availableKopecks >= thresholdKopecks) return false;
    const reader = await takeLowBalanceMail(tx, watched, lowBalancePauseMinutes);
    if (!reader) return false;
    const mail = renderLowBalanceMail(
      { personName: reader.name, availableKopecks, thresholdKopecks },
      reader.locale,
      { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL },
    );
    // For the webhooks; streams read the balance for it, which is as it was.
    await emitEvent(tx, { userId, kind: "balance_low", data: { thresholdKopecks } });
    await enqueueMail(tx, { ...mail, to: reader.email, key: `low-balance:${userId}:${reader.occasion}` });
    return true;
  });
}
