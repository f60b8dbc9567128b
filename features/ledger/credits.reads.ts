import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Money that came into a wallet: paid in by its owner, given by the house, or earned otherwise. */
export type WalletCredit = {
  readonly transferId: number;
  readonly origin: "top_up" | "bonus" | "other";
  readonly amountKopecks: Kopecks;
};

/**
 * What came into a user's wallet, newest first, at most `limit`. Spending that was refunded is left out: it undoes the
 * spending and brings no new money.
 */
export async function listWalletCredits(
  db: Queryable,
  userId: number,
  limit: number,
): Promise<WalletCredit[]> {
  const found = await rows<{ transfer_id: number; origin: WalletCredit["origin"]; amount: number }>(
    db,
    sql`select t.id as transfer_id, t.amount_kopecks as amount,
          case when t.kind = 'top_up' then 'top_up'
               when t.kind in ('demo_credit', 'welcome_bonus', 'cashback', 'bonus_restored') then 'bonus' else 'other' end as origin
        from ledger_transfers t
        where t.account_id = (select id from ledger_accounts where user_id = ${userId})
          and t.credit_account_id = t.account_id and (t.phase = 'void' or t.kind <> 'activation') and t.phase = 'single'
          and t.kind in ('top_up', 'top_up_claim', 'demo_credit', 'welcome_bonus', 'cashback', 'bonus_restored',
            'referral_to_balance', 'partner_to_balance', 'store_to_balance', 'agent_share', 'adjustment_credit')
        order by t.account_version desc limit ${limit}`,
  );
  return found.map(({ transfer_id, origin, amount }) => ({
    transferId: transfer_id,
    origin,
    amountKopecks: kopecks(amount),
  }));
}

/** How much a transfer brought into a user's wallet; null where it brought none there. */
export async function findWalletCredit(
  db: Queryable,
  userId: number,
  transferId: number,
): Promise<Kopecks | null> {
  const found = await maybeOne<{ amount: number }>(
    db,
    sql`select t.amount_kopecks as amount from ledger_transfers t
        where t.id = ${transferId} and t.credit_account_id = (select id from ledger_accounts where user_id = ${userId})`,
  );
  return found && kopecks(found.amount);
}
