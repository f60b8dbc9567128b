import sql from "sql-template-tag";
import { deviceLimits, devicesPerMonth } from "#features/licences/device-limits.rules.ts";
import { countDevices, deviceHash } from "#features/licences/devices/devices.reads.ts";
import type { LicenceStanding } from "#features/licences/licences.contract.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import {
  findLicenceByKey,
  issuer,
  type KnownLicence,
  licenceKeyOf,
  tokenSeconds,
} from "#features/licences/signing/licence-keys.reads.ts";
import { findSigningKey } from "#features/licences/signing/signing-keys.reads.ts";
import { deviceClaim, type SigningKey, signToken } from "#features/licences/signing/token.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type Asked = {
  readonly key: string;
  /** What the program calls the device. */
  readonly device: string;
};

/**
 * Takes a place of a licence for a device; one that has a place keeps it. Throws LICENCE_KEY_UNKNOWN, LICENCE_REVOKED, LICENCE_EXPIRED,
 * LICENCE_DEVICES_FULL, LICENCE_DEVICES_CHANGED.
 */
export function activateDevice(
  db: Db,
  asked: Asked & { readonly name: string | null },
): Promise<LicenceStanding> {
  return withTransaction(db, async (tx) => {
    const licence = await lockByKey(tx, asked.key);
    if (licence.state === "revoked") throw new AppError(licenceErrors.LICENCE_REVOKED);
    if (licence.state === "expired") throw new AppError(licenceErrors.LICENCE_EXPIRED);
    const hash = deviceHash(licence.uid, asked.device);
    const { count, isOne } = await countDevices(tx, licence.id, hash);
    if (!isOne) {
      await refuseFull(tx, licence, count, hash);
      await execute(
        tx,
        sql`insert into licences_devices (licence_id, device_hash, name) values (${licence.id}, ${hash}, ${asked.name})`,
      );
    }
    return standingOf(tx, licence, asked.device, { count: count + (isOne ? 0 : 1), isOne: true });
  });
}

async function refuseFull(
  tx: Tx,
  { id, deviceLimit }: KnownLicence,
  count: number,
  hash: Buffer,
): Promise<void> {
  if (count >= deviceLimit)
    throw new AppError(licenceErrors.LICENCE_DEVICES_FULL, { details: { deviceLimit } });
  const { others } = await one<{ others: number }>(
    tx,
    sql`select count(distinct device_hash)::int as others from licences_devices
        where licence_id = ${id} and device_hash <> ${hash} and activated_at > app_now() - make_interval(days => ${deviceLimits.changeDays})`,
  );
  if (others >= devicesPerMonth(deviceLimit)) throw new AppError(licenceErrors.LICENCE_DEVICES_CHANGED);
}

/** Gives the place of a device back, as its program asks; one that has none is fine. Throws LICENCE_KEY_UNKNOWN. */
export function releaseByKey(db: Db, { key, device }: Asked): Promise<LicenceStanding> {
  return withTransaction(db, async (tx) => {
    const licence = await lockByKey(tx, key);
    const hash = deviceHash(licence.uid, device);
    await execute(
      tx,
      sql`update licences_devices set released_at = app_now()
          where licence_id = ${licence.id} and device_hash = ${hash} and released_at is null`,
    );
    return standingOf(tx, licence, device, await countDevices(tx, licence.id, hash));
  });
}

/** Devices of one licence come one after the other: nobody takes a place that is gone. */
async function lockByKey(tx: Tx, key: string): Promise<KnownLicence> {
  const found = await findLicenceByKey(tx, key);
  if (!found) throw new AppError(licenceErrors.LICENCE_KEY_UNKNOWN);
  await one(tx, sql`select 1 from licences where id = ${found.id} for update`);
  // It may have been revoked or renewed while this one waited.
  const licence = await findLicenceByKey(tx, key);
  if (!licence) throw new AppError(licenceErrors.LICENCE_KEY_UNKNOWN);
  return licence;
}

const UNKNOWN: LicenceStanding = {
  ...{ state: "unknown", product: null, validUntil: null, deviceLimit: null, deviceCount: null },
  ...{ isActivated: false, key: null, deviceToken: null },
};

/** What is so with a key and a device; a device that asks is seen, at most once an hour. */
export async function verifyKey(
  db: Db,
  { key, device }: { readonly key: string; readonly device: string | null },
): Promise<LicenceStanding> {
  const licence = await findLicenceByKey(db, key);
  if (!licence) return UNKNOWN;
  const hash = device === null ? null : deviceHash(licence.uid, device);
  const devices = await countDevices(db, licence.id, hash);
  if (devices.isOne)
    await execute(
      db,
      sql`update licences_devices set last_seen_at = app_now()
          where licence_id = ${licence.id} and device_hash = ${hash} and released_at is null
            and last_seen_at < app_now() - interval '1 hour'`,
    );
  return standingOf(db, licence, device, devices);
}

/** What a program is told. While the licence is good that is its newest key and the device's token, so that a renewal comes by itself. */
async function standingOf(
  db: Queryable,
  licence: KnownLicence,
  device: string | null,
  { count, isOne }: { count: number; isOne: boolean },
): Promise<LicenceStanding> {
  const { state, code, validUntil, deviceLimit } = licence;
  const signingKey = state === "valid" ? await findSigningKey(db) : null;
  const mayRun = signingKey !== null && isOne && device !== null;
  return {
    ...{ state, product: code, deviceLimit, deviceCount: count, isActivated: isOne },
    validUntil: validUntil?.toISOString() ?? null,
    key: signingKey && licenceKeyOf(signingKey, licence),
    deviceToken: mayRun ? await deviceTokenOf(db, signingKey, licence, device) : null,
  };
}

/** A device runs with it and does not ask, until its end: so it hears of a revocation in time. */
async function deviceTokenOf(
  db: Queryable,
  signingKey: SigningKey,
  { uid, code, validUntil }: KnownLicence,
  device: string,
): Promise<string> {
  const { now, until } = await one<{ now: Date; until: Date }>(
    db,
    sql`select app_now() as now, least(${validUntil}::timestamptz, app_now() + make_interval(days => ${deviceLimits.offlineDays})) as until`,
  );
  return signToken(signingKey, "device+jwt", {
    ...{ ...issuer(), sub: code, jti: uid, dev: deviceClaim(device) },
    ...{ iat: tokenSeconds(now), exp: tokenSeconds(until) },
  });
}

/** The owner gives the place of a device back; twice is fine. Throws LICENCE_DEVICE_NOT_FOUND. */
export async function releaseDevice(
  db: Db,
  ask: { readonly userId: number; readonly licenceId: number; readonly deviceId: number },
): Promise<void> {
  const released = await maybeOne(
    db,
    sql`update licences_devices d set released_at = coalesce(d.released_at, app_now()) from licences l
        where d.id = ${ask.deviceId} and d.licence_id = ${ask.licenceId} and l.id = d.licence_id and l.user_id = ${ask.userId}
        returning d.id`,
  );
  if (!released) throw new AppError(licenceErrors.LICENCE_DEVICE_NOT_FOUND);
}
