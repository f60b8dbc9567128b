import sql from "sql-template-tag";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { methodName } from "#features/payments/payments.reads.ts";
import { rows } from "#lib/db/query.ts";

/** What the statement tells about top-ups: the number of the invoice and the method. */
export const topUpStatementSource: StatementSource = {
  kinds: ["top_up", "top_up_claim"],
  describe: async (db, { userId, lines, locale }) => {
    const found = await rows<{ id: number; method: string; transferId: number }>(
      db,
      sql`select id, method, credited_transfer_id as "transferId" from payments
          where credited_transfer_id = any (${lines.map(({ id }) => id)}::bigint[]) and user_id = ${userId}`,
    );
    return new Map(
      found.map(({ id, method, transferId }): [number, Described] => [
        transferId,
        {
          number: String(id),
          subject: { title: methodName(locale, method), detail: null, icon: null, detailIcon: null },
        },
      ]),
    );
  },
};

/** What the statement tells about withdrawals: their number, which their references carry. */
export const withdrawalStatementSource: StatementSource = {
  kinds: [
    "top_up_refund",
    "top_up_refund_return",
    "bonus_hold",
    "referral_to_balance",
    "partner_to_balance",
    "partner_withdrawal",
    "store_to_balance",
    "store_withdrawal",
  ],
  describe: async (_db, { lines }) =>
    new Map(
      lines.flatMap(({ id, reference }): [number, Described][] => {
        const number = /^withdrawal[:-](\d{1,15})(:|$)/.exec(reference)?.[1];
        return number ? [[id, { number, subject: null }]] : [];
      }),
    ),
};
