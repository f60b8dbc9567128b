import { SUPPLIER_ID } from "#bench/harness/market.ts";
import type { OpenOrder } from "#bench/harness/orders.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import { statesBefore } from "#features/activations/activations.rules.ts";
import { execute } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

/** pgbench's script: the next batch of what `fillNotices` has put there. */
export const takeNextBatch = "select bench_take_next();\n";

/**
 * What the product asks of PostgreSQL for a batch of SMS (features/supply/intake/batch-intake, features/activations/deliver-batch), as one
 * function over notices that lie ready: without the product's own work and its round trips.
 */
export async function makeNotices(db: BenchDb): Promise<void> {
  const states = statesBefore("receive_sms").join(",");
  const statements = [
    `create table bench_notices (batch integer not null, sms_id bigint not null, phone bigint not null, order_id bigint not null,
      sealed text not null, primary key (batch, sms_id))`,
    "create sequence bench_batches",
    `create function bench_take_next() returns integer language plpgsql as $$
    declare
      v_batch integer := nextval('bench_batches');
      v_orders bigint[]; v_sms bigint[]; v_names text[]; v_sealed text[];
    begin
      with stored as (
        insert into supply_sms (supplier_id, sms_id, content_mark, phone, sealed_sender, sealed_text, text_length, matched)
          select ${SUPPLIER_ID}, n.sms_id, 1, n.phone, n.sealed, n.sealed, 20, true from bench_notices n where n.batch = v_batch
          order by n.sms_id on conflict (supplier_id, sms_id, content_mark) do nothing
          returning id, sms_id
      )
      select array_agg(n.order_id), array_agg(s.id), array_agg('Bench'::text), array_agg(n.sealed)
        into v_orders, v_sms, v_names, v_sealed
        from stored s join bench_notices n on n.batch = v_batch and n.sms_id = s.sms_id;
      perform a.id from bench_notices n
        join activations a on a.supplier_id = ${SUPPLIER_ID} and a.number = n.phone and a.closed_at is null
        where n.batch = v_batch order by a.id for update of a;
      return (select count(*) from activations_receive_many(v_orders, '{${states}}', v_sms, v_names, v_sealed, v_sealed));
    end $$`,
  ];
  for (const text of statements) await execute(db.owner, { text, values: [] });
}

/** Puts a notice for each order there, so many to a batch; what was left is gone. Answers how many batches there are. */
export async function fillNotices(
  db: BenchDb,
  orders: readonly OpenOrder[],
  { perBatch, firstSmsId }: { perBatch: number; firstSmsId: number },
): Promise<number> {
  await execute(db.owner, { text: "truncate bench_notices", values: [] });
  await execute(db.owner, { text: "alter sequence bench_batches restart", values: [] });
  await execute(db.owner, {
    text: `insert into bench_notices (batch, sms_id, phone, order_id, sealed)
      select 1 + (i.ord - 1) / $5, $4 + i.ord, i.phone, i.order_id, i.sealed
      from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality i(phone, order_id, sealed, ord)`,
    values: [
      orders.map(({ number }) => number),
      orders.map(({ id }) => id),
      orders.map(({ id }) => seal(`Your code is ${id}`)),
      firstSmsId,
      perBatch,
    ],
  });
  await execute(db.owner, { text: "analyze bench_notices", values: [] });
  return Math.ceil(orders.length / perBatch);
}
