import type { KeyRights } from "#lib/api/actor.ts";

/** What the SQL functions that place orders need of a key: which one it is, and what it may spend a day (UTC). */
type KeyDay = Pick<KeyRights, "keyId" | "dailyLimitKopecks">;

/** A key as those functions take it: id and daily limit; two nulls where there is no limit. */
export function keyDayOf(key: KeyDay | null | undefined): [keyId: number | null, dayLimit: number | null] {
  return key && key.dailyLimitKopecks !== null ? [key.keyId, key.dailyLimitKopecks] : [null, null];
}
