import sql from "sql-template-tag";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { type ClaimMail, renderClaimMail } from "#features/ready-accounts/warranty/claim-mails.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type Decided = Omit<ClaimMail, "personName" | "refundKopecks"> & {
  readonly userId: number;
  readonly refundKopecks: number | null;
};

/** Tells the buyer how a claim was decided, in the deciding transaction: an event for webhooks and streams, and a mail. */
export async function tellClaimant(tx: Tx, claimId: number): Promise<void> {
  const { userId, ...decided } = await one<Decided>(
    tx,
    sql`select c.user_id as "userId", c.order_id as "orderId", c.position as place, c.state, c.reason, c.refund_kopecks as "refundKopecks",
          r.offer_name as "offerName"
        from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id where c.id = ${claimId}`,
  );
  const { orderId: accountOrderId, state } = decided;
  await emitEvent(tx, {
    userId,
    kind: "account_claim",
    data: { accountClaimId: claimId, accountOrderId, state },
  });
  const reader = await findMailReader(tx, userId);
  if (!reader) return;
  const refundKopecks = kopecks(decided.refundKopecks ?? 0);
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const mail = renderClaimMail({ ...decided, personName: reader.name, refundKopecks }, reader.locale, house);
  await enqueueMail(tx, { ...mail, to: reader.email, key: `account-claim:${claimId}` });
}
