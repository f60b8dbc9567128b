import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { listRentStock } from "#features/pricing/rent/rent.reads.ts";
import { fullRentCode, stockKeptMs } from "#features/rentals/rentals.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";

/** As old as what the list says of each service; all numbers are looked at for it, and somebody types meanwhile. */
const freeForRent = defineSnapshot<ReadonlySet<number>>({
  name: "free for rent",
  softMs: stockKeptMs / 2,
  hardMs: stockKeptMs,
  load: async (db) => {
    const whole = await findServiceByCode(db, fullRentCode);
    const stock = await listRentStock(db, { channel: "site", fullRentServiceId: whole?.id ?? 0 });
    return new Set(stock.map(({ serviceId }) => serviceId ?? whole?.id ?? 0));
  },
});

/** Ids of the services of which the site can rent out something now, the whole number's among them; ten seconds old at most. */
export function readFreeForRent(db: Db): Promise<ReadonlySet<number>> {
  return freeForRent.read(db);
}
