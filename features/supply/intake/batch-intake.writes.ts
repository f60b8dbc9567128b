import {
  contentMark,
  type IncomingSms,
  receiveSms,
  type SmsBatchSink,
  type SmsSink,
} from "#features/supply/intake/intake.writes.ts";
import { readSmsRules, type SmsRules } from "#features/supply/matching/matching.reads.ts";
import { isRolledBack, MicroBatch } from "#lib/db/micro-batch.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { log } from "#lib/log.ts";
import { seal } from "#lib/sealed-text.ts";

/** Transactions under way at once in this process, and how many SMS one of them takes in. */
const SLOTS = 4;
const BATCH_MAX = 128;

export type Notice = Omit<IncomingSms, "id">;
/** The orders' side, for one SMS and for many: both do the same. */
export type SmsSinks = { readonly one: SmsSink; readonly many: SmsBatchSink };

/**
 * Takes SMS in, each as `receiveSms` does: alone while the database keeps up, together with the other waiting ones when it does
 * not; what it answers and what it leaves is the same.
 */
export function makeIntake({ one, many }: SmsSinks): (db: Db, sms: Notice) => Promise<boolean> {
  const batches = new WeakMap<Db, MicroBatch<Notice, boolean>>();
  return (db, sms) => {
    let batch = batches.get(db);
    if (!batch) {
      batch = new MicroBatch<Notice, boolean>({
        slots: SLOTS,
        maxItems: BATCH_MAX,
        runOne: (notice) => receiveSms(db, notice, one),
        runMany: (notices) => receiveTogether(db, notices, many),
        isUndone: (error) => error instanceof SinkFault || isRolledBack(error),
      });
      batches.set(db, batch);
    }
    return batch.run(sms);
  };
}

/** The orders' side failed over one of the SMS, not the database: the transaction was rolled back. */
class SinkFault extends Error {}

/**
 * Takes SMS in by one transaction. Answers for each whether it was new; null for those that go alone afterwards, since an
 * earlier one of the batch is for the same number.
 */
export async function receiveTogether(
  db: Db,
  notices: readonly Notice[],
  sink: SmsBatchSink,
): Promise<(boolean | null)[]> {
  const firsts = listFirsts(notices);
  const rules = await readSmsRules(db);
  const { fresh, left } = await withTransaction(db, async (tx) => {
    const fresh = await storeMany(tx, [...firsts.values()]);
    const taken = fresh.length > 0 ? await askSink(sink, tx, rules, fresh) : new Set<number>();
    const left = fresh.filter(({ id }) => !taken.has(id));
    await mark(tx, left, false);
    return { fresh, left };
  });
  if (left.length > 0) await lookAgain(db, rules, left, sink).catch(recordFault);
  if (fresh.length > 0) notifyListeners(db);
  const isFresh = new Set(fresh.map(keyOf));
  return notices.map((notice, at) => (firsts.has(at) ? isFresh.has(keyOf(notice)) : null));
}

/**
 * The notices that can go together, by their places: an order gets one SMS per transaction, so that what each of them does to it
 * can be told apart. Of those with one id the first: the others are repetitions, or of a counter that has begun anew.
 */
function listFirsts(notices: readonly Notice[]): Map<number, Notice> {
  const seen = new Set<string>();
  const firsts = new Map<number, Notice>();
  for (const [at, notice] of notices.entries()) {
    const [number, key] = [`number ${notice.supplierId}:${notice.phone}`, `key ${keyOf(notice)}`];
    if (seen.has(number) || seen.has(key)) continue;
    seen.add(number).add(key);
    firsts.set(at, notice);
  }
  return firsts;
}

const keyOf = ({ supplierId, smsId }: Notice) => `${supplierId}:${smsId}`;

async function askSink(sink: SmsBatchSink, tx: Tx, rules: SmsRules, batch: readonly IncomingSms[]) {
  try {
    return await sink(tx, rules, batch);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new SinkFault("", { cause: error });
    throw error;
  }
}

/**
 * Writes down what is new. In the order of their keys, so that two processes that were told the same SMS never wait for each other
 * both; marked as matched, which nearly all of them will be: what nobody takes is unmarked before anybody can see it.
 */
async function storeMany(tx: Tx, notices: readonly Notice[]): Promise<IncomingSms[]> {
  const sorted = notices.toSorted(
    (a, b) => a.supplierId - b.supplierId || (a.smsId < b.smsId ? -1 : Number(a.smsId > b.smsId)),
  );
  const stored = await rows<{ id: number; supplierId: number; smsId: string }>(tx, {
    name: "supply-sms-store-many",
    text: `insert into supply_sms (supplier_id, sms_id, content_mark, phone, sealed_sender, sealed_text, text_length, matched)
      select i.supplier_id, i.sms_id, i.mark, i.phone, i.sender, i.text, i.text_length, true
      from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::int[]) with ordinality
        i(supplier_id, sms_id, mark, phone, sender, text, text_length, ord)
      order by i.ord
      on conflict (supplier_id, sms_id, content_mark) do nothing
      returning id, supplier_id as "supplierId", sms_id::text as "smsId"`,
    values: [
      sorted.map(({ supplierId }) => supplierId),
      sorted.map(({ smsId }) => String(smsId)),
      sorted.map(contentMark),
      sorted.map(({ phone }) => phone),
      sorted.map(({ sender }) => seal(sender)),
      sorted.map(({ text }) => seal(text)),
      sorted.map(({ text }) => text.length),
    ],
  });
  const ids = new Map(stored.map(({ id, supplierId, smsId }) => [`${supplierId}:${smsId}`, id]));
  return notices.flatMap((notice) => {
    const id = ids.get(keyOf(notice));
    return id === undefined ? [] : [{ ...notice, id }];
  });
}

async function mark(tx: Tx, batch: readonly IncomingSms[], matched: boolean): Promise<void> {
  if (batch.length === 0) return;
  await execute(tx, {
    name: "supply-sms-mark",
    text: "update supply_sms set matched = $2 where id = any ($1::bigint[])",
    values: [batch.map(({ id }) => id), matched],
  });
}

/**
 * An order that got its number from an agent just now looks for SMS that came before (`redeliverSms`), and cannot see those of a
 * transaction under way; these looked for orders before it was there. So what nobody took is offered once more after the commit.
 */
async function lookAgain(
  db: Db,
  rules: SmsRules,
  left: readonly IncomingSms[],
  sink: SmsBatchSink,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const free = await rows<{ id: number }>(tx, {
      name: "supply-sms-unmatched",
      text: "select id from supply_sms where id = any ($1::bigint[]) and not matched order by id for update skip locked",
      values: [left.map(({ id }) => id)],
    });
    const ids = new Set(free.map(({ id }) => id));
    const batch = left.filter(({ id }) => ids.has(id));
    if (batch.length === 0) return;
    const taken = await sink(tx, rules, batch);
    await mark(
      tx,
      batch.filter(({ id }) => taken.has(id)),
      true,
    );
  });
}

/** The SMS are kept, and whoever sent them has been told nothing wrong. */
function recordFault(error: Error): void {
  log.warn({ error: error.message }, "SMS that nobody took could not be offered again");
}
