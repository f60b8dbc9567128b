import sql from "sql-template-tag";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName, subjectOf } from "#features/catalogue/catalogue.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { rows } from "#lib/db/query.ts";

/** The order of `ready_account:17:hold`, or null. */
function orderIdOf(reference: string): number | null {
  const match = /^ready_account:([1-9]\d{0,14}):/.exec(reference);
  return match ? Number(match[1]) : null;
}

const describe: StatementSource["describe"] = async (db, { userId, key, lines, locale }) => {
  const ids = new Map(lines.map(({ id, reference }) => [id, orderIdOf(reference)]));
  const wanted = [...new Set([...ids.values()].filter((id) => id !== null))];
  const catalogue = await readCatalogue(db);
  const orders = await rows<{ id: number; serviceId: number; countryId: number }>(
    db,
    sql`select r.id, o.service_id as "serviceId", o.country_id as "countryId"
        from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
        where r.id = any (${wanted}::bigint[]) and r.user_id = ${userId}
          ${andWithinGoods({ userId, key }, sql`o.service_id`, sql`o.country_id`)}`,
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  const told = new Map<number, Described>();
  for (const [lineId, orderId] of ids) {
    const order = orderId === null ? undefined : byId.get(orderId);
    if (!order) continue;
    const service = catalogue.serviceById.get(order.serviceId);
    const country = catalogue.countryById.get(order.countryId);
    told.set(lineId, {
      number: String(order.id),
      subject: service ? subjectOf(service, country, locale) : null,
      page: "/profile/accounts",
    });
  }
  return told;
};

/** What the statement tells about bought accounts and their refunds. */
export const readyAccountStatementSource: StatementSource = {
  kinds: ["ready_account", "ready_account_refund"],
  describe,
  ofService: async (db, serviceCode) => {
    const service = await findServiceByCode(db, serviceCode);
    if (!service) return null;
    return sql`(select o.service_id from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
      where r.id = substring(t.reference from '^ready_account:([0-9]{1,15})')::bigint) = ${service.id}`;
  },
  listServices: async (db, userId, locale) => {
    const [{ serviceById }, found] = await Promise.all([
      readCatalogue(db),
      rows<{ id: number }>(
        db,
        sql`select distinct o.service_id as id from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
            where r.user_id = ${userId}`,
      ),
    ]);
    return found.flatMap(({ id }) => {
      const service = serviceById.get(id);
      return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
    });
  },
};
