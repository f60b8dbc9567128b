import { statesBefore } from "#features/rentals/rentals.rules.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import type { IncomingSms, SmsBatchSink } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

type OnNumber = OpenOnNumber & { supplier_id: number; number: number; user_id: number; is_held: boolean };

const lineOf = (supplierId: number, phone: number) => `${supplierId}:${phone}`;

/**
 * As `deliverSmsToRentals` for each of many SMS, no two of them for one number. Locks all rentals on the numbers in id order,
 * then the wallets; the caller commits and then calls `notifyListeners`.
 */
export const deliverManySmsToRentals: SmsBatchSink = async (tx, { catalogue, withholds }, batch) => {
  if (batch.length === 0) return new Set();
  const open = Map.groupBy(await lockOnNumbers(tx, batch), (row) => lineOf(row.supplier_id, row.number));
  if (open.size === 0) return new Set();
  const deliveries = batch.flatMap((sms) => {
    const rentals = open.get(lineOf(sms.supplierId, sms.phone)) ?? [];
    return recipientsOf(sms, rentals, catalogue, withholds).map((rentalId) => ({ rentalId, sms }));
  });
  return new Set(await receive(tx, deliveries));
};

function lockOnNumbers(tx: Tx, batch: readonly IncomingSms[]): Promise<OnNumber[]> {
  return rows<OnNumber>(tx, {
    name: "rentals-on-numbers",
    text: `select r.id, r.service_id, r.supplier_id, r.number, r.user_id, r.captured_at is null as is_held
      from unnest($1::int[], $2::bigint[]) i(supplier_id, number)
      join rentals r on r.supplier_id = i.supplier_id and r.number = i.number and r.closed_at is null
      order by r.id for update of r`,
    values: [batch.map(({ supplierId }) => supplierId), batch.map(({ phone }) => phone)],
  });
}

/** Locks all rentals on the numbers in id order, and answers whose wallets the first SMS takes money from. */
export async function lockRenters(tx: Tx, batch: readonly IncomingSms[]): Promise<number[]> {
  return (await lockOnNumbers(tx, batch)).flatMap((row) => (row.is_held ? row.user_id : []));
}

/** Answers the ids of the SMS that at least one rental got. */
async function receive(
  tx: Tx,
  deliveries: readonly { readonly rentalId: number; readonly sms: IncomingSms }[],
): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const codes = deliveries.map(({ sms }) => extractCode(sms.text));
  const moved = await rows<{ sms_id: number }>(tx, {
    name: "rentals-receive-many",
    text: `select sms_id from rentals_receive_many($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
    values: [
      deliveries.map(({ rentalId }) => rentalId),
      statesBefore("receive_sms"),
      deliveries.map(({ sms }) => sms.id),
      deliveries.map(({ sms }) => seal(sms.sender)),
      deliveries.map(({ sms }) => seal(sms.text)),
      codes.map((code) => (code === null ? null : seal(code))),
    ],
  });
  return moved.map(({ sms_id }) => sms_id);
}
