import { createHash } from "node:crypto";
import { findPersonKey, listSignInPlaces } from "#features/identity/account-facts.reads.ts";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import type { Programme } from "#features/loyalty/programme.reads.ts";
import { listUsersOfPayer } from "#features/payments/turnover/turnover.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Who asks for the bonus, as far as it can be told without keeping anybody's address. */
export type Person = {
  readonly userId: number;
  readonly mark: Buffer;
  readonly fingerprint: string | null;
  /** The mailbox is one of those that are thrown away. */
  readonly isDisposable: boolean;
  /** Where the account is signed in. */
  readonly devices: readonly Buffer[];
};

/** The marks of a person: one for the mailbox whatever its spelling, one for each device. */
export async function readPerson(
  db: Queryable,
  userId: number,
  payerFingerprint: string | null,
): Promise<Person> {
  const key = await findPersonKey(db, userId);
  const places = await listSignInPlaces(db, userId);
  return {
    userId,
    // An account that is gone has nobody behind it but itself.
    mark: keyedHash("loyalty-person", key ?? `user:${userId}`),
    isDisposable: key !== null && isDisposableMailbox(key),
    // Providers' fingerprints come hashed already; hashed again they fit no other table.
    fingerprint:
      payerFingerprint === null
        ? null
        : createHash("sha256").update(`welcome:${payerFingerprint}`).digest("hex"),
    devices: places.map(({ ip, userAgent }) => keyedHash("loyalty-device", `${ip}\n${userAgent}`)),
  };
}

export type Refusal = "payer" | "person" | "device" | "mailbox";

/**
 * Why this person gets no welcome bonus any more, or null. The payer counts for every account that they ever paid for, not
 * only with the payment that brought the bonus. Devices are asked about only where the provider told no payer. A
 * mailbox that is thrown away stands for nobody.
 */
export async function findRefusal(
  db: Queryable,
  person: Person,
  payerFingerprint: string | null,
  { welcomeDeviceDays }: Pick<Programme, "welcomeDeviceDays">,
): Promise<Refusal | null> {
  const others = payerFingerprint === null ? [] : await listUsersOfPayer(db, payerFingerprint);
  const row = await one<{ payer: boolean; person: boolean; device: boolean }>(db, {
    text: `select
        exists (select from loyalty_welcomes where state = 'granted' and user_id <> $1
          and (payer_fingerprint = $2 or user_id = any ($3::bigint[]))) as payer,
        exists (select from loyalty_welcomes where state = 'granted' and person_mark = $4) as person,
        exists (select from loyalty_devices where user_id <> $1 and mark = any ($5::bytea[])
          and noted_at > app_now() - make_interval(days => $6)) as device`,
    values: [person.userId, person.fingerprint, others, person.mark, person.devices, welcomeDeviceDays],
  });
  if (row.person) return "person";
  if (row.payer) return "payer";
  if (person.isDisposable) return "mailbox";
  return payerFingerprint === null && row.device ? "device" : null;
}

export type Welcome = {
  readonly state: "granted" | "refused";
  readonly bonusKopecks: Kopecks;
  readonly returnedKopecks: Kopecks;
};

/** What was decided about a user's welcome bonus, or null when nothing has been yet. */
export function findWelcome(db: Queryable, userId: number): Promise<Welcome | null> {
  return maybeOne<Welcome>(db, {
    text: `select state, bonus_kopecks as "bonusKopecks", returned_kopecks as "returnedKopecks"
      from loyalty_welcomes where user_id = $1`,
    values: [userId],
  });
}

/** Those of the users about whom it was decided. */
export async function listWelcomed(db: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await rows<{ userId: number }>(db, {
    text: `select user_id as "userId" from loyalty_welcomes where user_id = any ($1::bigint[])`,
    values: [userIds],
  });
  return new Set(found.map(({ userId }) => userId));
}
