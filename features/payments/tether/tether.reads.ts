import sql from "sql-template-tag";
import { minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  limits,
  type ProviderPayment,
  referenceOf,
  statesBefore,
} from "#features/payments/payments.rules.ts";
import { tetherLimits } from "#features/payments/tether.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";

type InvoiceFacts = {
  paidMicro: number | null;
  otherMicro: number | null;
  isSeen: boolean;
  isOver: boolean;
};

/**
 * What the chain says about an invoice, in the words of a provider: paid once its exact amount came in time, else with what
 * came instead. No fingerprint of the payer: many people send from one wallet of an exchange. Null when there is no invoice.
 */
export async function findInvoiceStatus(db: Queryable, paymentId: number): Promise<ProviderPayment | null> {
  const facts = await maybeOne<InvoiceFacts>(
    db,
    sql`select max(t.amount_micro) filter (where t.match = 'exact') as "paidMicro",
          (array_agg(t.amount_micro order by t.block_at, t.id) filter (where t.match in ('underpaid', 'overpaid')))[1]
            as "otherMicro",
          i.seen_transaction_id is not null as "isSeen",
          i.expires_at + make_interval(secs => ${limits.expiryGraceSeconds}) <= app_now() as "isOver"
        from payments_tether_invoices i left join payments_tether_transfers t on t.payment_id = i.payment_id
        where i.payment_id = ${paymentId}
        group by i.payment_id`,
  );
  if (!facts) return null;
  const micro = facts.paidMicro ?? facts.otherMicro;
  return {
    providerPaymentId: referenceOf(paymentId),
    reference: referenceOf(paymentId),
    state: micro !== null ? "paid" : facts.isSeen ? "processing" : facts.isOver ? "expired" : "open",
    paidAmount: minorText(BigInt(micro ?? 0), "USDT"),
    paidCurrency: "USDT",
    reversed: null,
    payerFingerprint: null,
  };
}

/** Should the address be looked at now? While invoices are kept always, else now and then. */
export async function isWatchDue(db: Queryable, address: string): Promise<boolean> {
  const { isDue } = await one<{ isDue: boolean }>(
    db,
    sql`select exists (select from payments_tether_invoices
            where address = ${address} and released_at is null and expires_at > app_now() - interval '1 hour')
          or not exists (select from payments_tether_watches
            where address = ${address} and asked_at > app_now() - make_interval(secs => ${tetherLimits.idleSeconds}))
          as "isDue"`,
  );
  return isDue;
}

/**
 * Payments whose transfer is taken in but not yet what it makes of them: exact ones that are not credited, others that are
 * not told. Found in the rows, so that nothing is lost with a worker that dies in between.
 */
export async function listUnsettledPayments(db: Queryable, limit: number): Promise<number[]> {
  const unopened = statesBefore("open");
  const found = await rows<{ id: number }>(
    db,
    sql`select distinct p.id from payments_tether_transfers t join payments p on p.id = t.payment_id
        where t.taken_in_at > app_now() - make_interval(days => ${tetherLimits.keptDays})
          and (t.match = 'exact' and p.state = any (${[...unopened, ...statesBefore("confirm")]}::text[])
            or t.match in ('underpaid', 'overpaid') and p.state = any (${[...unopened, ...statesBefore("pay_less")]}::text[]))
        order by p.id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}
