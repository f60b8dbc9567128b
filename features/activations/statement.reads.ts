import sql from "sql-template-tag";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName, subjectOf } from "#features/catalogue/catalogue.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { describeByOrder } from "#features/ledger/statement/order-lines.reads.ts";
import type { StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { limits } from "#features/ledger/statement/statement.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const describe: StatementSource["describe"] = async (db, { userId, key, lines, locale }) => {
  const { serviceById, countryById } = await readCatalogue(db);
  return describeByOrder(lines, {
    word: "activation",
    find: (ids) =>
      rows<{ id: number; serviceId: number; countryId: number }>(
        db,
        sql`select id, service_id as "serviceId", country_id as "countryId" from activations
            where id = any (${[...ids]}::bigint[]) and user_id = ${userId}
              ${andWithinGoods({ userId, key }, sql`service_id`, sql`country_id`)}`,
      ),
    describe: ({ id, serviceId, countryId }) => {
      const service = serviceById.get(serviceId);
      return {
        number: String(id),
        subject: service ? subjectOf(service, countryById.get(countryId), locale) : null,
        page: `/profile/numbers?number=${id}`,
      };
    },
  });
};

/** Services of a user's latest orders, for the statement's filter. */
async function listServices(
  db: Db,
  userId: number,
  locale: Locale,
): Promise<{ code: string; name: string }[]> {
  const [catalogue, found] = await Promise.all([
    readCatalogue(db),
    rows<{ id: number }>(
      db,
      sql`select distinct service_id as id from (
            select service_id from activations where user_id = ${userId} order by id desc limit ${limits.servicesFromOrders}) latest`,
    ),
  ]);
  return found.flatMap(({ id }) => {
    const service = catalogue.serviceById.get(id);
    return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
  });
}

/** What the statement tells about orders. */
export const activationStatementSource: StatementSource = {
  kinds: ["activation", "activation_refund"],
  describe,
  ofService: async (db, serviceCode) => {
    const service = await findServiceByCode(db, serviceCode);
    return service
      ? // A single value, not `exists`: that could be turned into a scan of everybody's orders.
        sql`(select a.service_id from activations a
          where a.id = substring(t.reference from '^activation:([0-9]{1,15})')::bigint) = ${service.id}`
      : null;
  },
  listServices,
};
