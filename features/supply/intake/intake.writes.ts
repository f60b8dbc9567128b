import sql from "sql-template-tag";
import { readSmsRules, type SmsRules } from "#features/supply/matching/matching.reads.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** An SMS as the orders' side gets it. */
export type IncomingSms = {
  /** Our own id of the SMS (`supply_sms.id`), unique. */
  readonly id: number;
  readonly supplierId: number;
  /** The supplier's id, 0 to 2^63-1. */
  readonly smsId: bigint;
  /** Digits with the country code. */
  readonly phone: number;
  readonly sender: string;
  readonly text: string;
};

/** Gives an SMS to the open orders on its number, in the same transaction. Answers how many took it. */
export type SmsSink = (tx: Tx, rules: SmsRules, sms: IncomingSms) => Promise<number>;

/** Gives SMS to the open orders on their numbers, each number once, in the same transaction. Answers the ids of those that were taken. */
export type SmsBatchSink = (
  tx: Tx,
  rules: SmsRules,
  batch: readonly IncomingSms[],
) => Promise<ReadonlySet<number>>;

/**
 * What an SMS is, as a number: one that is repeated is known by it and its supplier's id of it. By the id alone, whatever a supplier sends
 * whose counter has begun anew would be lost.
 */
export function contentMark({ phone, sender, text }: Omit<IncomingSms, "id">): number {
  // Six bytes: an exact number everywhere, and enough to tell apart what has one id.
  return keyedHash("supply-sms", JSON.stringify([phone, sender, text])).readUIntBE(0, 6);
}

/**
 * Takes an SMS in once per supplier, smsId and content, with all its effects in one transaction. Answers whether it was new.
 * A duplicate has no effect, and neither it nor an SMS that nobody waits for is an error.
 */
export async function receiveSms(db: Db, sms: Omit<IncomingSms, "id">, sink: SmsSink): Promise<boolean> {
  const rules = await readSmsRules(db);
  const isNew = await withTransaction(db, async (tx) => {
    const stored = await storeSms(tx, sms);
    if (stored === null) return false;
    if ((await sink(tx, rules, { ...sms, id: stored })) > 0) await markMatched(tx, stored);
    return true;
  });
  if (isNew) notifyListeners(db);
  return isNew;
}

async function storeSms(tx: Tx, sms: Omit<IncomingSms, "id">): Promise<number | null> {
  const row = await maybeOne<{ id: number }>(
    tx,
    sql`insert into supply_sms (supplier_id, sms_id, content_mark, phone, sealed_sender, sealed_text, text_length)
        values (${sms.supplierId}, ${sms.smsId}, ${contentMark(sms)}, ${sms.phone}, ${seal(sms.sender)}, ${seal(sms.text)},
          ${sms.text.length})
        on conflict (supplier_id, sms_id, content_mark) do nothing returning id`,
  );
  return row?.id ?? null;
}

async function markMatched(tx: Tx, id: number): Promise<void> {
  await execute(tx, sql`update supply_sms set matched = true where id = ${id}`);
}

type StoredSms = { id: number; smsId: string; sealedSender: string; sealedText: string };

/**
 * For the moment after an order has got its number from an agent: an SMS may have come before the number was written
 * down. Gives what nobody took on this number in the last seconds to the sink once more. Answers how many were taken.
 */
export async function redeliverSms(
  db: Db,
  on: { supplierId: number; phone: number; withinSeconds: number },
  sink: SmsSink,
): Promise<number> {
  const rules = await readSmsRules(db);
  const taken = await withTransaction(db, async (tx) => {
    let count = 0;
    for (const stored of await lockUnmatched(tx, on)) {
      const sms = { ...on, id: stored.id, smsId: BigInt(stored.smsId) };
      const text = { sender: unseal(stored.sealedSender), text: unseal(stored.sealedText) };
      if ((await sink(tx, rules, { ...sms, ...text })) === 0) continue;
      await markMatched(tx, stored.id);
      count += 1;
    }
    return count;
  });
  if (taken > 0) notifyListeners(db);
  return taken;
}

async function lockUnmatched(tx: Tx, on: { supplierId: number; phone: number; withinSeconds: number }) {
  return rows<StoredSms>(
    tx,
    sql`select id, sms_id::text as "smsId", sealed_sender as "sealedSender", sealed_text as "sealedText"
        from supply_sms
        where supplier_id = ${on.supplierId} and phone = ${on.phone} and not matched and sealed_text is not null
          and received_at > app_now() - ${on.withinSeconds} * interval '1 second'
        order by id for update skip locked`,
  );
}

const RETENTION_HOURS = 24;

/** Removes what SMS said once its time is over; when, from whom and how long stays. */
export async function forgetOldSms(db: Db, limit: number): Promise<number> {
  return execute(
    db,
    sql`update supply_sms set sealed_text = null, sealed_sender = null
        where id in (
          select id from supply_sms
          where sealed_text is not null and received_at < app_now() - ${RETENTION_HOURS} * interval '1 hour'
          order by received_at limit ${limit} for update skip locked)`,
  );
}
