import { statesBefore } from "#features/activations/activations.rules.ts";
import { columnsOf, type Delivery, deliverLate } from "#features/activations/late-sms.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import type { IncomingSms, SmsBatchSink } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import { withholding } from "#features/supply/matching/withheld.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type OnNumber = OpenOnNumber & { supplier_id: number; number: number };

const lineOf = (supplierId: number, phone: number) => `${supplierId}:${phone}`;

/**
 * As `deliverSms` for each of many SMS, no two of them for one number. Locks all orders on the numbers in id order, then the
 * wallets; the caller commits and then calls `notifyListeners`.
 */
export const deliverManySms: SmsBatchSink = async (tx, db, batch) => {
  const open = Map.groupBy(await lockOnNumbers(tx, batch), (row) => lineOf(row.supplier_id, row.number));
  const catalogue = await readCatalogue(db);
  const withholds = withholding(catalogue, await readPolicy(db));
  const deliveries: Delivery[] = [];
  const withoutOrder: IncomingSms[] = [];
  for (const sms of batch) {
    const orders = open.get(lineOf(sms.supplierId, sms.phone));
    if (orders)
      for (const orderId of recipientsOf(sms, orders, catalogue, withholds))
        deliveries.push({ orderId, sms });
    else withoutOrder.push(sms);
  }
  const taken = new Set<number>();
  for (const id of await receive(tx, deliveries)) taken.add(id);
  for (const id of await deliverLate(tx, withoutOrder, catalogue, withholds)) taken.add(id);
  return taken;
};

function lockOnNumbers(tx: Tx, batch: readonly IncomingSms[]): Promise<OnNumber[]> {
  return rows<OnNumber>(tx, {
    name: "activations-on-numbers",
    text: `select a.id, a.service_id, a.supplier_id, a.number
      from unnest($1::int[], $2::bigint[]) i(supplier_id, number)
      join activations a on a.supplier_id = i.supplier_id and a.number = i.number and a.closed_at is null
      order by a.id for update of a`,
    values: [batch.map(({ supplierId }) => supplierId), batch.map(({ phone }) => phone)],
  });
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
