import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * A step of a wallet: money captured (or paid at once) for something the house sold, such money refunded, or anything else. Licences are
 * something else, and so is what their agents get: no refund of what somebody bought, although it comes out of the same account.
 */
export type WalletStep = {
  readonly transferId: number;
  /** Of the wallet: without gaps, and visible in this order. */
  readonly version: number;
  readonly what: "captured" | "refunded" | "other";
  /** The thing that was bought, as all its transfers name it: `activation:17`. */
  readonly cause: string;
  readonly amountKopecks: Kopecks;
};

/**
 * The steps of a user's wallet behind a version, oldest first, at most `limit`. Whoever remembers the last version seen
 * misses none and sees none twice: the wallet's lock gives the versions out one after the other.
 */
export async function listWalletSteps(
  db: Queryable,
  userId: number,
  afterVersion: number,
  limit: number,
): Promise<WalletStep[]> {
  const found = await rows<{
    id: number;
    version: number;
    what: WalletStep["what"];
    cause: string;
    amount: number;
  }>(
    db,
    sql`select t.id, t.account_version as version, t.amount_kopecks as amount,
          coalesce(substring(t.reference from '^[a-z_-]+:[0-9]+'), t.reference) as cause,
          case when t.kind in ('licence', 'agent_share') then 'other'
               when t.phase in ('post', 'single') and k.debit_kind = 'user' and k.credit_kind = 'revenue' then 'captured'
               when t.phase = 'single' and k.debit_kind = 'revenue' and k.credit_kind = 'user' then 'refunded'
               else 'other' end as what
        from ledger_transfers t join ledger_kinds k on k.kind = t.kind
        where t.account_id = (select id from ledger_accounts where user_id = ${userId})
          and t.account_version > ${afterVersion}
        order by t.account_version limit ${limit}`,
  );
  return found.map(({ id, version, what, cause, amount }) => ({
    transferId: id,
    version,
    what,
    cause,
    amountKopecks: kopecks(amount),
  }));
}

/** A line of a wallet: what it changed of the user's money and of what is held, and both after it. */
type WalletLine = {
  /** Its version: its place in the history. */
  readonly id: number;
  readonly kind: string;
  readonly phase: string;
  readonly reference: string;
  readonly reason: string | null;
  readonly postedKopecks: number;
  readonly heldKopecks: number;
  readonly postedAfterKopecks: number;
  readonly heldAfterKopecks: number;
  readonly at: Date;
};

/** The lines of a user's wallet before a version (none: all), newest first, at most `limit`. */
export function listWalletLines(
  db: Queryable,
  userId: number,
  before: number | undefined,
  limit: number,
): Promise<WalletLine[]> {
  return rows<WalletLine>(
    db,
    sql`select t.account_version as id, t.kind, t.phase, t.reference, t.reason, t.created_at as at,
          (case when t.phase in ('single', 'post')
             then case when t.credit_account_id = t.account_id then t.amount_kopecks else -t.amount_kopecks end
             else 0 end)::bigint as "postedKopecks",
          (case t.phase when 'pending' then t.amount_kopecks when 'single' then 0 else -t.amount_kopecks end)::bigint
            as "heldKopecks",
          t.posted_after_kopecks as "postedAfterKopecks", t.held_after_kopecks as "heldAfterKopecks"
        from ledger_transfers t
        where t.account_id = (select id from ledger_accounts where user_id = ${userId})
          and (${before ?? null}::bigint is null or t.account_version < ${before ?? null})
        order by t.account_version desc limit ${limit}`,
  );
}
