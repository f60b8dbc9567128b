import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** Whose payment it is (null: a guest's that nobody has claimed) and what its provider calls it. */
type PaymentSource = {
  readonly userId: number | null;
  readonly provider: string;
  readonly providerPaymentId: string | null;
};

/** Where a payment comes from, or null when there is none with this id. */
export function findPaymentSource(db: Queryable, id: number): Promise<PaymentSource | null> {
  return maybeOne<PaymentSource>(
    db,
    sql`select user_id as "userId", provider, provider_payment_id as "providerPaymentId" from payments where id = ${id}`,
  );
}

type ProviderNotice = {
  readonly id: number;
  readonly eventId: string | null;
  readonly isSigned: boolean;
  readonly times: number;
  readonly outcome: string | null;
  readonly body: string | null;
  readonly receivedAt: Date;
  readonly lastReceivedAt: Date;
};

/** What a provider has sent about a payment, newest first, at most `limit`. */
export function listProviderNotices(
  db: Queryable,
  { provider, providerPaymentId }: { readonly provider: string; readonly providerPaymentId: string },
  limit: number,
): Promise<ProviderNotice[]> {
  return rows<ProviderNotice>(
    db,
    sql`select id, event_id as "eventId", signature_ok as "isSigned", times, outcome, body, received_at as "receivedAt",
          last_received_at as "lastReceivedAt"
        from payments_notices where provider = ${provider} and provider_payment_id = ${providerPaymentId}
        order by id desc limit ${limit}`,
  );
}
