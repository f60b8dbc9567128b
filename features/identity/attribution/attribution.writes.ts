import sql from "sql-template-tag";
import type { Marks } from "#features/identity/attribution/attribution.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Keeps how a new user came; once for ever. */
export async function recordArrival(
  tx: Tx,
  userId: UserId,
  { referralCode, deviceMark, networkMark }: Marks & { readonly referralCode: string | null },
): Promise<void> {
  await execute(
    tx,
    sql`insert into identity_arrivals (user_id, referral_code, device_mark, network_mark)
        values (${userId}, ${referralCode}, ${deviceMark}, ${networkMark}) on conflict do nothing`,
  );
}
