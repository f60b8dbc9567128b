import sql from "sql-template-tag";
import { setCustomPrice } from "#features/identity/identity.writes.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Agrees an hour's price with one account; a service of null is the whole number. */
export async function agreeRentHour(
  tx: Queryable,
  agreement: { userId: number; serviceId: number | null; countryId: number; hourKopecks: Kopecks },
): Promise<void> {
  await execute(
    tx,
    sql`insert into pricing_rent_personal_prices (user_id, service_id, country_id, hour_kopecks)
        values (${agreement.userId}, ${agreement.serviceId}, ${agreement.countryId}, ${agreement.hourKopecks})
        on conflict (user_id, service_id, country_id) do update set hour_kopecks = excluded.hour_kopecks, granted_at = app_now()`,
  );
  await setCustomPrice(tx, agreement.userId, true);
}
