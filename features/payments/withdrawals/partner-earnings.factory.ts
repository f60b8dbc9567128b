import sql from "sql-template-tag";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { ensurePartnerSupplier } from "#features/supply/partner-suppliers.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Makes an account a partner's, with a supplier of its own whose modems earned so much that can be withdrawn. */
export async function givenPartnerEarnings(db: Db, userId: UserId, amountKopecks: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await execute(tx, sql`update identity_users set is_partner = true where id = ${userId}`);
    const supplierId = await ensurePartnerSupplier(tx, userId);
    await moveFunds(tx, {
      kind: "partner_accrual",
      userId,
      amountKopecks: kopecks(amountKopecks),
      houseCode: `supplier:${supplierId}`,
      reference: `test-earned:${userId}:${crypto.randomUUID()}`,
      reason: "activation",
    });
  });
}
