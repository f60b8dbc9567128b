import sql from "sql-template-tag";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName, subjectOf } from "#features/catalogue/catalogue.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { rows } from "#lib/db/query.ts";

/** The rental of `rental:17:hold` or `rental:17:extension:3`, or null. */
function rentalIdOf(reference: string): number | null {
  const match = /^rental:([1-9]\d{0,14})(:|$)/.exec(reference);
  return match ? Number(match[1]) : null;
}

const describe: StatementSource["describe"] = async (db, { userId, key, lines, locale }) => {
  const ids = new Map(lines.map(({ id, reference }) => [id, rentalIdOf(reference)]));
  const wanted = [...new Set([...ids.values()].filter((id) => id !== null))];
  const catalogue = await readCatalogue(db);
  const rentals = await rows<{ id: number; serviceId: number | null; countryId: number }>(
    db,
    sql`select id, service_id as "serviceId", country_id as "countryId" from rentals
          where id = any (${wanted}::bigint[]) and user_id = ${userId}
            ${andWithinGoods({ userId, key }, sql`coalesce(service_id, ${catalogue.serviceByCode.get(fullRentCode)?.id ?? 0}::int)`, sql`country_id`)}`,
  );
  const byId = new Map(rentals.map((rental) => [rental.id, rental]));
  const told = new Map<number, Described>();
  for (const [lineId, rentalId] of ids) {
    const rental = rentalId === null ? undefined : byId.get(rentalId);
    if (!rental) continue;
    const service =
      rental.serviceId === null
        ? catalogue.serviceByCode.get(fullRentCode)
        : catalogue.serviceById.get(rental.serviceId);
    const country = catalogue.countryById.get(rental.countryId);
    told.set(lineId, {
      number: String(rental.id),
      subject: service ? subjectOf(service, country, locale) : null,
      page: `/profile/numbers?number=${rental.id}`,
    });
  }
  return told;
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
