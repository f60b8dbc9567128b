import { givenPerson } from "#features/identity/people.factory.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { createDb } from "#lib/db/pool.ts";
import { requireEnv } from "#lib/env.ts";
import type { PersonAnswer, PersonRequest } from "#lib/testing/journey-people.ts";

/**
 * Makes people for journeys in the database of a running product: started by `lib/testing/journey-people.ts`, once for
 * each of Playwright's workers, which cannot load the server's own modules. Ends with it.
 */
const db = createDb(requireEnv("DATABASE_URL"), { max: 1, role: null, applicationName: "sms-den journey" });

async function make({ kopecks, staff, isPartner }: PersonRequest): Promise<PersonAnswer> {
  const { userId, ...person } = await givenPerson(db, { staff });
  await givenBalance(db, userId, kopecks, `journey:${userId}`);
  if (isPartner) await givenPartner(db, userId);
  return { person };
}

process.on("message", (request: PersonRequest) => {
  make(request).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.stack ?? error.message } satisfies PersonAnswer),
  );
});
process.once("disconnect", () => void db.close());
