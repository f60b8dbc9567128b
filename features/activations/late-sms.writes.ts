import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import type { IncomingSms } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import type { Withholds } from "#features/supply/matching/withheld.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

/** An SMS and an order that it is for. */
export type Delivery = { readonly orderId: number; readonly sms: IncomingSms };

/** Where no code is recognised the whole text is the code: the buyer paid for this SMS and must see it. */
export function columnsOf(deliveries: readonly Delivery[]) {
  return {
    ids: deliveries.map(({ orderId }) => orderId),
    smsIds: deliveries.map(({ sms }) => sms.id),
    senders: deliveries.map(({ sms }) => sms.sender),
    texts: deliveries.map(({ sms }) => seal(sms.text)),
    codes: deliveries.map(({ sms }) => seal(extractCode(sms.text) ?? sms.text)),
  };
}

/**
 * Shows SMS that no open order got in time, no two of them for one number, free of charge to who waited the whole time and has the
 * money back, or is just about to: what is for their order's service, as if it were open still. Answers the ids of the SMS that were shown.
 */
export async function deliverLate(
  tx: Tx,
  batch: readonly IncomingSms[],
  catalogue: Pick<Catalogue, "serviceById">,
  withholds: Withholds,
): Promise<number[]> {
  if (batch.length === 0) return [];
  const deliveries = (await findLate(tx, batch)).flatMap(({ sms, ...order }) =>
    recipientsOf(sms, [order], catalogue, withholds).map((orderId) => ({ orderId, sms })),
  );
  if (deliveries.length === 0) return [];
  const { ids, smsIds, senders, texts, codes } = columnsOf(deliveries);
  const shown = await rows<{ sms_id: number }>(tx, {
    name: "activations-receive-late-many",
    text: `select sms_id from activations_receive_late_many($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) sms_id`,
    values: [ids, smsIds, senders, texts, codes],
  });
  return shown.map(({ sms_id }) => sms_id);
}

type LateOrder = OpenOnNumber & { readonly sms: IncomingSms };

/**
 * The last order that was issued on each number, where that one expired in vain within a day, or its time is over and the sweep that
 * closes it (`expireActivation`) has not come yet: after it the number was another buyer's.
 */
async function findLate(tx: Tx, batch: readonly IncomingSms[]): Promise<LateOrder[]> {
  const found = await rows<{ id: number; service_id: number; ord: number }>(tx, {
    name: "activations-late-on-numbers",
    text: `select a.id, a.service_id, i.ord::int as ord
      from unnest($1::int[], $2::bigint[]) with ordinality i(supplier_id, number, ord)
      cross join lateral (
        select last.id, last.service_id, last.state, last.close_reason, last.closed_at, last.expires_at from activations last
        where last.supplier_id = i.supplier_id and last.number = i.number
        order by last.issued_at desc limit 1) a
      where a.state = 'expired' and a.close_reason = 'expired' and a.closed_at > app_now() - interval '24 hours'
        or a.state = 'waiting' and a.expires_at <= app_now()`,
    values: [batch.map(({ supplierId }) => supplierId), batch.map(({ phone }) => phone)],
  });
  return found.map(({ id, service_id, ord }) => ({ id, service_id, sms: batch[ord - 1] as IncomingSms }));
}
