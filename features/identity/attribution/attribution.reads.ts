import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** What can be compared about where somebody was: the browser's id and the network, as keyed hashes. */
export type Marks = { readonly deviceMark: Buffer | null; readonly networkMark: Buffer | null };

/** The marks of a browser's id and an address. */
export function marksOf(deviceId: string | null, ip: string): Marks {
  return {
    deviceMark: deviceId === null ? null : keyedHash("arrival-device", deviceId),
    networkMark: isPrivate(ip) ? null : keyedHash("arrival-network", networkOf(ip)),
  };
}

const PRIVATE =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80|::ffff:(127|10|192\.168)\.|$)/i;

/** Addresses inside a network say nothing about who it is. */
function isPrivate(ip: string): boolean {
  return PRIVATE.test(ip);
}

export type StoredArrival = Marks & { readonly userId: number; readonly referralCode: string | null };

/** How a user came, or null for those from before it was noted. */
export function findArrival(db: Queryable, userId: number): Promise<StoredArrival | null> {
  return maybeOne<StoredArrival>(
    db,
    sql`select user_id as "userId", referral_code as "referralCode", device_mark as "deviceMark", network_mark as "networkMark"
        from identity_arrivals where user_id = ${userId}`,
  );
}
