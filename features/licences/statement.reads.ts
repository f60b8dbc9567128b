import sql from "sql-template-tag";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { rows } from "#lib/db/query.ts";

/** What the statement tells about licences and shares of them: the number of the licence, and of what product it is. */
export const licenceStatementSource: StatementSource = {
  kinds: ["licence", "agent_share"],
  describe: async (db, { userId, lines }) => {
    const ids = lines.map(({ id }) => id);
    const found = await rows<{
      transferId: number;
      licenceId: number;
      name: string;
      softwareType: string;
      isShare: boolean;
    }>(
      db,
      sql`select t.id as "transferId", t."isShare", s.licence_id as "licenceId", p.name, p.software_type as "softwareType"
          from licences_sales s join licences l on l.id = s.licence_id join licences_products p on p.id = l.product_id
          cross join lateral (values (s.transfer_id, s.user_id, false), (s.share_transfer_id, s.agent_user_id, true)) t(id, owner, "isShare")
          where (s.transfer_id = any (${ids}::bigint[]) or s.share_transfer_id = any (${ids}::bigint[]))
            and t.id = any (${ids}::bigint[]) and t.owner = ${userId}`,
    );
    return new Map(
      found.map(({ transferId, licenceId, name, softwareType, isShare }): [number, Described] => [
        transferId,
        {
          number: String(licenceId),
          subject: { title: name, detail: softwareType, icon: null, detailIcon: null },
          page: isShare ? "/profile/sale-agreement" : "/profile/software",
        },
      ]),
    );
  },
};
