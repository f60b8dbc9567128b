import sql from "sql-template-tag";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { rows } from "#lib/db/query.ts";

/** What the statement tells about licences: the number of the licence, and of what product it is. */
export const licenceStatementSource: StatementSource = {
  kinds: ["licence"],
  describe: async (db, { userId, lines }) => {
    const found = await rows<{ transferId: number; licenceId: number; name: string; softwareType: string }>(
      db,
      sql`select s.transfer_id as "transferId", s.licence_id as "licenceId", p.name, p.software_type as "softwareType"
          from licences_sales s join licences l on l.id = s.licence_id join licences_products p on p.id = l.product_id
          where s.transfer_id = any (${lines.map(({ id }) => id)}::bigint[]) and s.user_id = ${userId}`,
    );
    return new Map(
      found.map(({ transferId, licenceId, name, softwareType }): [number, Described] => [
        transferId,
        {
          number: String(licenceId),
          subject: { title: name, detail: softwareType, icon: null, detailIcon: null },
          page: "/profile/software",
        },
      ]),
    );
  },
};
