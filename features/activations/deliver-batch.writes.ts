import { statesBefore } from "#features/activations/activations.rules.ts";
import { columnsOf, type Delivery, deliverLate } from "#features/activations/late-sms.writes.ts";
import type { IncomingSms, SmsBatchSink } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type OnNumber = OpenOnNumber & { supplier_id: number; number: number; user_id: number; is_held: boolean };

const lineOf = (supplierId: number, phone: number) => `${supplierId}:${phone}`;

/**
 * As `deliverSms` for each of many SMS, no two of them for one number. Locks all orders on the numbers in id order, then the
 * wallets; the caller commits and then calls `notifyListeners`.
 */
export const deliverManySms: SmsBatchSink = async (tx, { catalogue, withholds }, batch) => {
  const open = Map.groupBy(await lockOnNumbers(tx, batch), (row) => lineOf(row.supplier_id, row.number));
  const deliveries = batch.flatMap((sms): Delivery[] => {
    const orders = open.get(lineOf(sms.supplierId, sms.phone)) ?? [];
    return recipientsOf(sms, orders, catalogue, withholds).map((orderId) => ({ orderId, sms }));
  });
  const taken = new Set(await receive(tx, deliveries));
  const left = batch.filter(({ id }) => !taken.has(id));
  for (const id of await deliverLate(tx, left, catalogue, withholds)) taken.add(id);
  return taken;
};

function lockOnNumbers(tx: Tx, batch: readonly IncomingSms[]): Promise<OnNumber[]> {
  return rows<OnNumber>(tx, {
    name: "activations-on-numbers",
    text: `select a.id, a.service_id, a.supplier_id, a.number, a.user_id, a.state = 'waiting' as is_held
      from unnest($1::int[], $2::bigint[]) i(supplier_id, number)
      join activations a on a.supplier_id = i.supplier_id and a.number = i.number and a.closed_at is null
      order by a.id for update of a`,
    values: [batch.map(({ supplierId }) => supplierId), batch.map(({ phone }) => phone)],
  });
}

/** Locks all orders on the numbers in id order, and answers whose wallets the first SMS takes money from. */
export async function lockBuyers(tx: Tx, batch: readonly IncomingSms[]): Promise<number[]> {
  return (await lockOnNumbers(tx, batch)).flatMap((row) => (row.is_held ? row.user_id : []));
}

/** Answers the ids of the SMS that at least one order got. */
async function receive(tx: Tx, deliveries: readonly Delivery[]): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const { ids, smsIds, senders, texts, codes } = columnsOf(deliveries);
  const moved = await rows<{ sms_id: number }>(tx, {
    name: "activations-receive-many",
    text: `select sms_id from activations_receive_many($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
    values: [ids, statesBefore("receive_sms"), smsIds, senders, texts, codes],
  });
  return moved.map(({ sms_id }) => sms_id);
}
