import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { renderEndingMail } from "#features/rentals/reminders/reminders.rules.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { enqueueMail } from "#lib/mail/send.ts";

/** Rentals whose buyers are to be told now that they end soon. */
export async function listRentalsToRemind(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ id: number }>(
    db,
    sql`select id from rentals where closed_at is null and remind_at <= app_now() order by remind_at limit ${limit}`,
  );
  return due.map(({ id }) => id);
}

type Ending = {
  user_id: number;
  service_id: number | null;
  country_id: number;
  number: string;
  state: string;
  expires_at: Date;
  hours_left: number;
};

/**
 * Tells the buyer once that the rental ends soon: event, mail and the mark are one transaction. A reminder that was missed
 * while the worker was away is told late, and with the next one only once. Answers whether this call told it.
 */
export function remindOfEnd(db: Db, id: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const ending = await takeReminder(tx, id);
    if (!ending) return false;
    await emitEvent(tx, {
      userId: ending.user_id,
      kind: "rental_ending",
      data: { rentalId: id, state: ending.state, hoursLeft: ending.hours_left },
    });
    await writeMail(tx, db, id, ending);
    return true;
  });
}

function takeReminder(tx: Tx, id: number): Promise<Ending | null> {
  return maybeOne<Ending>(
    tx,
    sql`update rentals set remind_at = rentals_next_reminder(expires_at, hours, app_now())
        where id = ${id} and closed_at is null and remind_at <= app_now() and expires_at > app_now()
        returning user_id, service_id, country_id, number::text, state, expires_at,
          ceil(extract(epoch from expires_at - app_now()) / 3600)::int as hours_left`,
  );
}

async function writeMail(tx: Tx, db: Db, id: number, ending: Ending): Promise<void> {
  const reader = await findMailReader(tx, ending.user_id);
  if (!reader) return;
  const { serviceById, serviceByCode, countryById } = await readCatalogue(db);
  const service =
    ending.service_id === null ? serviceByCode.get(fullRentCode) : serviceById.get(ending.service_id);
  const country = countryById.get(ending.country_id);
  const mail = renderEndingMail(
    {
      personName: reader.name,
      number: ending.number,
      serviceName: service ? serviceName(service, reader.locale) : "",
      countryName: country ? countryName(country, reader.locale) : "",
      expiresAt: ending.expires_at,
      hoursLeft: ending.hours_left,
    },
    reader.locale,
    { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL },
  );
  const occasion = `${ending.expires_at.getTime()}:${ending.hours_left}`;
  await enqueueMail(tx, { ...mail, to: reader.email, key: `rental-ending:${id}:${occasion}` });
}
