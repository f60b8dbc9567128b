import sql from "sql-template-tag";
import type { LicenceDevice } from "#features/licences/licences.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** The hash by which a licence knows a device again. */
export function deviceHash(licenceUid: string, device: string): Buffer {
  return keyedHash("licence device", `${licenceUid}\n${device}`);
}

/** The devices that licences run on, by licence, oldest first. */
export async function devicesOf(
  db: Queryable,
  licenceIds: readonly number[],
): Promise<ReadonlyMap<number, LicenceDevice[]>> {
  const found = await rows<{
    licenceId: number;
    id: number;
    name: string | null;
    activatedAt: Date;
    seenAt: Date;
  }>(
    db,
    sql`select licence_id as "licenceId", id, name, activated_at as "activatedAt", last_seen_at as "seenAt" from licences_devices
        where licence_id = any (${[...licenceIds]}::bigint[]) and released_at is null order by id`,
  );
  return new Map(
    [...Map.groupBy(found, ({ licenceId }) => licenceId)].map(([licenceId, devices]) => [
      licenceId,
      devices.map(({ id, name, activatedAt, seenAt }) => ({
        ...{ id, name, activatedAt: activatedAt.toISOString(), seenAt: seenAt.toISOString() },
      })),
    ]),
  );
}

/** On how many devices a licence runs, and whether this is one of them. */
export function countDevices(
  db: Queryable,
  licenceId: number,
  hash: Buffer | null,
): Promise<{ count: number; isOne: boolean }> {
  return one(
    db,
    sql`select count(*)::int as count, coalesce(bool_or(device_hash = ${hash}), false) as "isOne" from licences_devices
        where licence_id = ${licenceId} and released_at is null`,
  );
}
