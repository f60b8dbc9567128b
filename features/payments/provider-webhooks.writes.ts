import { createHash } from "node:crypto";
import {
  GatewayFault,
  type PaymentGateway,
  type RawNotice,
} from "#features/payments/gateway/provider.gateway.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { limits } from "#features/payments/payments.rules.ts";
import { type Settled, settlePayment } from "#features/payments/settlement.writes.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

/**
 * Takes a provider's notice in: signature, note of what came, then the question to the provider whose answer decides.
 * Returns after everything is stored. Throws NOTICE_REFUSED (nothing changed), VALIDATION (signed but misshapen),
 * PROVIDER_UNAVAILABLE (to be sent again).
 */
export async function acceptNotice(db: Db, gateway: PaymentGateway, notice: RawNotice): Promise<Settled> {
  const parsed = await orUnavailable(gateway, async () => gateway.parseWebhook(notice));
  if (parsed.kind === "ignored") return "unchanged";
  const bodyHash = createHash("sha256").update(notice.body).digest("hex");
  if (parsed.kind === "refused") {
    log.warn({ provider: gateway.id, reason: parsed.reason, bodyHash }, "payment notice refused");
    await recordRefused(db, gateway.id, bodyHash, parsed.reason);
    throw new AppError(parsed.reason === "misshapen" ? apiErrors.VALIDATION : paymentErrors.NOTICE_REFUSED);
  }
  const { id } = await one<{ id: number }>(db, {
    text: `insert into payments_notices (provider, event_id, provider_payment_id, signature_ok, body_hash, body)
      values ($1, $2, $3, true, $4, $5)
      on conflict (provider, event_id) where event_id is not null
        do update set times = payments_notices.times + 1, last_received_at = app_now()
      returning id`,
    values: [gateway.id, parsed.eventId, parsed.providerPaymentId, bodyHash, notice.body],
  });
  const settled = await orUnavailable(gateway, () => settlePayment(db, gateway, parsed.providerPaymentId));
  await execute(db, {
    text: `update payments_notices set outcome = case when outcome is null or $2 <> 'unchanged' then $2 else outcome end
      where id = $1`,
    values: [id, settled],
  });
  return settled;
}

/** A provider without a usable answer is to send its notice again. */
async function orUnavailable<T>(gateway: PaymentGateway, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.warn({ provider: gateway.id, error: error.message }, "provider could not be asked");
    throw new AppError(paymentErrors.PROVIDER_UNAVAILABLE, { cause: error, headers: { "retry-after": "5" } });
  }
}

/** Anybody can send nonsense, so only so much of it is noted. */
async function recordRefused(
  db: Queryable,
  provider: string,
  bodyHash: string,
  reason: string,
): Promise<void> {
  await execute(db, {
    text: `insert into payments_notices (provider, signature_ok, body_hash, outcome)
      select $1, false, $2, $3
      where (select count(*) from payments_notices
        where not signature_ok and received_at > app_now() - interval '1 minute') < $4`,
    values: [provider, bodyHash, `refused: ${reason}`, limits.refusedNoticesPerMinute],
  });
}

/** Removes refused notices that have been kept long enough. Returns how many. */
export async function forgetRefusedNotices(db: Queryable, limit: number): Promise<number> {
  return execute(db, {
    text: `delete from payments_notices where id in (
        select id from payments_notices
        where not signature_ok and received_at < app_now() - make_interval(days => $1) limit $2)`,
    values: [limits.refusedNoticesDays, limit],
  });
}
