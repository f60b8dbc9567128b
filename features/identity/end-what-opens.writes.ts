import { endAllKeys } from "#features/identity/api-keys/api-keys.writes.ts";
import { forgetDevices } from "#features/identity/devices/devices.writes.ts";
import { accountDoubted, webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { endOtherSessions } from "#features/identity/sessions/sessions.writes.ts";
import { endBegunWaysIn } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { publish } from "#lib/jobs/topics.ts";

/**
 * Ends all sessions but `keepToken`'s, all API keys, webhooks, known browsers and what was begun to enter or add a way in; withdrawals
 * that wait are cancelled. The account is claimed.
 */
export async function endWhatOpens(tx: Tx, userId: UserId, keepToken: string | null): Promise<void> {
  await endAllKeys(tx, userId);
  await endOtherSessions(tx, userId, keepToken);
  await forgetDevices(tx, userId);
  await endBegunWaysIn(tx, userId);
  await publish(tx, webhooksUnwanted, { userId });
  await publish(tx, accountDoubted, { userId });
}
