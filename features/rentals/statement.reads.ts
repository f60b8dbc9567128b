import sql from "sql-template-tag";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName, subjectOf } from "#features/catalogue/catalogue.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { describeByOrder } from "#features/ledger/statement/order-lines.reads.ts";
import type { StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { rows } from "#lib/db/query.ts";

const describe: StatementSource["describe"] = async (db, { userId, key, lines, locale }) => {
  const { serviceById, serviceByCode, countryById } = await readCatalogue(db);
  const full = serviceByCode.get(fullRentCode);
  return describeByOrder(lines, {
    word: "rental",
    find: (ids) =>
      rows<{ id: number; serviceId: number | null; countryId: number }>(
        db,
        sql`select id, service_id as "serviceId", country_id as "countryId" from rentals
            where id = any (${[...ids]}::bigint[]) and user_id = ${userId}
              ${andWithinGoods({ userId, key }, sql`coalesce(service_id, ${full?.id ?? 0}::int)`, sql`country_id`)}`,
      ),
    describe: ({ id, serviceId, countryId }) => {
      const service = serviceId === null ? full : serviceById.get(serviceId);
      return {
        number: String(id),
        subject: service ? subjectOf(service, countryById.get(countryId), locale) : null,
        page: `/profile/numbers?number=${id}`,
      };
    },
  });
};

/** What the statement tells about rentals and their extensions. */
export const rentalStatementSource: StatementSource = {
  kinds: ["rental", "rental_extension"],
  describe,
  ofService: async (db, serviceCode) => {
    const service = await findServiceByCode(db, serviceCode);
    if (!service) return null;
    const serviceId = service.code === fullRentCode ? 0 : service.id;
    return sql`(select coalesce(r.service_id, 0) from rentals r
      where r.id = substring(t.reference from '^rental:([0-9]{1,15})')::bigint) = ${serviceId}`;
  },
  listServices: async (db, userId, locale) => {
    const [catalogue, found] = await Promise.all([
      readCatalogue(db),
      rows<{ id: number | null }>(
        db,
        sql`select distinct service_id as id from rentals where user_id = ${userId}`,
      ),
    ]);
    return found.flatMap(({ id }) => {
      const service = id === null ? catalogue.serviceByCode.get(fullRentCode) : catalogue.serviceById.get(id);
      return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
    });
  },
};
