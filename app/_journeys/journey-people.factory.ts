import { givenPerson } from "#features/identity/people.factory.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { givenStore } from "#features/stores/stores.factory.ts";
import { givenReportingSupplier } from "#features/supply/suppliers.factory.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { requireEnv } from "#lib/env.ts";
import type { MadeAnswer, PersonRequest, SupplierRequest } from "#lib/testing/journey-people.ts";

/**
 * Makes people, and suppliers of numbers, for journeys in the database of a running product: started by `lib/testing/journey-people.ts`, once for
 * each of Playwright's workers, which cannot load the server's own modules. Ends with it.
 */
const db = createDb(requireEnv("DATABASE_URL"), { max: 1, role: null, applicationName: "sms-den journey" });

async function makePerson({
  kopecks,
  staff,
  isPartner,
  role,
  earnedKopecks,
}: PersonRequest): Promise<MadeAnswer> {
  const { userId, ...person } = await givenPerson(db, { staff });
  await givenBalance(db, userId, kopecks, `journey:${userId}`);
  if (isPartner) await givenPartner(db, userId);
  if (role === "store") await givenStore(db, userId);
  else if (role) await withTransaction(db, (tx) => givenRole(tx, userId, role));
  if (earnedKopecks) await givenPartnerEarnings(db, userId, earnedKopecks);
  return { person };
}

const TELEGRAM = 52;

async function makeSupplier({ countryId, costKopecks }: SupplierRequest): Promise<MadeAnswer> {
  return { supplierKey: await givenReportingSupplier(db, { serviceId: TELEGRAM, countryId, costKopecks }) };
}

process.on("message", (request: PersonRequest | SupplierRequest) => {
  const made = "countryId" in request ? makeSupplier(request) : makePerson(request);
  made.then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.stack ?? error.message } satisfies MadeAnswer),
  );
});
process.once("disconnect", () => void db.close());
