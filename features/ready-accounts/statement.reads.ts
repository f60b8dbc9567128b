import sql from "sql-template-tag";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName, subjectOf } from "#features/catalogue/catalogue.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { describeByOrder } from "#features/ledger/statement/order-lines.reads.ts";
import type { StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { rows } from "#lib/db/query.ts";

const describe: StatementSource["describe"] = async (db, { userId, key, lines, locale }) => {
  const { serviceById, countryById } = await readCatalogue(db);
  return describeByOrder(lines, {
    word: "ready_account",
    find: (ids) =>
      rows<{ id: number; serviceId: number; countryId: number }>(
        db,
        sql`select r.id, r.service_id as "serviceId", r.country_id as "countryId" from ready_accounts_orders r
            where r.id = any (${[...ids]}::bigint[]) and r.user_id = ${userId}
              ${andWithinGoods({ userId, key }, sql`r.service_id`, sql`r.country_id`)}`,
      ),
    describe: ({ id, serviceId, countryId }) => {
      const service = serviceById.get(serviceId);
      return {
        number: String(id),
        subject: service ? subjectOf(service, countryById.get(countryId), locale) : null,
        page: "/profile/accounts",
      };
    },
  });
};

/** What the statement tells about bought accounts and their refunds. */
export const readyAccountStatementSource: StatementSource = {
  kinds: ["ready_account", "ready_account_refund"],
  describe,
  ofService: async (db, serviceCode) => {
    const service = await findServiceByCode(db, serviceCode);
    if (!service) return null;
    return sql`(select r.service_id from ready_accounts_orders r
      where r.id = substring(t.reference from '^ready_account:([0-9]{1,15})')::bigint) = ${service.id}`;
  },
  listServices: async (db, userId, locale) => {
    const [{ serviceById }, found] = await Promise.all([
      readCatalogue(db),
      rows<{ id: number }>(
        db,
        sql`select distinct service_id as id from ready_accounts_orders where user_id = ${userId}`,
      ),
    ]);
    return found.flatMap(({ id }) => {
      const service = serviceById.get(id);
      return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
    });
  },
};
