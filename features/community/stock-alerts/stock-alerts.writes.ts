import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  addressOf,
  askerOf,
  hashOfAsker,
  isAskedAlready,
  refuseUnknownGoods,
  takeAsking,
} from "#features/community/asker.writes.ts";
import { mailedGoods } from "#features/community/mailed-goods.rules.ts";
import { stockAlertLimits } from "#features/community/stock-alerts/stock-alerts.rules.ts";
import { renderStockMail } from "#features/community/stock-alerts/stock-mails.rules.ts";
import type { Caller } from "#features/identity/registration/registration.writes.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";

const TOLD_AT_ONCE = 1_000;
const MAILS_AT_ONCE = 100;
const FORGOTTEN_AT_ONCE = 1_000;

export type NewStockAlert = {
  /** At least one of both is given; null = any. */
  readonly serviceId: number | null;
  readonly countryId: number | null;
  readonly email: string | undefined;
  /** Who is signed in; a guest gives an address. */
  readonly userId: number | null;
  readonly idempotencyKey: string;
};

/**
 * Somebody is to be told once when numbers are on sale again. Asked twice, with the same key or by the same person, it is one alert.
 * Throws EMAIL_MISSING, INVALID_EMAIL, SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS,
 * IDEMPOTENCY_MISMATCH.
 */
export async function askForStock(
  db: Db,
  input: NewStockAlert,
  caller: Caller,
): Promise<{ replayed: boolean }> {
  const { serviceId, countryId, userId, email, idempotencyKey } = input;
  const hash = inputHash("stock alert", serviceId, countryId, email ?? null, userId);
  const asking = { key: idempotencyKey, hash };
  // Before the captcha: the first answer was lost, and its captcha is spent.
  if (await isAskedAlready(db, "community_stock_alerts", asking)) return { replayed: true };
  const asker = askerOf(input);
  await refuseUnknownGoods(db, input);
  await takeAsking(db, asker, caller);
  const stored = await execute(
    db,
    sql`insert into community_stock_alerts (user_id, email, locale, person_hash, service_id, country_id, idempotency_key, input_hash)
        values (${userId}, ${addressOf(asker)}, ${caller.locale}, ${hashOfAsker(asker, "stock alert")}, ${serviceId}, ${countryId},
          ${idempotencyKey}, ${hash})
        on conflict do nothing`,
  );
  // Two calls at once with one key and other goods.
  if (stored === 0) await isAskedAlready(db, "community_stock_alerts", asking);
  return { replayed: false };
}

/** Alerts whose numbers are on sale again are told, the oldest first, a batch at a time; the mails follow. Answers how many. */
export async function tellOfStock(db: Db): Promise<number> {
  const waiting = await rows<{ id: number }>(
    db,
    sql`select 1 as id from community_stock_alerts where told_at is null limit 1`,
  );
  if (waiting.length === 0) return 0;
  const offers = await listOffers(db, { channel: "site", userId: null });
  if (offers.length === 0) return 0;
  const services = offers.map(({ serviceId }) => serviceId);
  const countries = offers.map(({ countryId }) => countryId);
  // Each alert looks itself up: to compare it with every offer took as long as both lists multiplied.
  return execute(
    db,
    sql`with on_sale as materialized (
          select * from unnest(${services}::int[], ${countries}::int[]) as t (service_id, country_id)
        )
        update community_stock_alerts set told_at = app_now(), mail_due = true
        where id in (
          select a.id from community_stock_alerts a
          where a.told_at is null and case
            when a.country_id is null then a.service_id in (select service_id from on_sale)
            when a.service_id is null then a.country_id in (select country_id from on_sale)
            else (a.service_id, a.country_id) in (select service_id, country_id from on_sale) end
          order by a.id limit ${TOLD_AT_ONCE} for update skip locked)`,
  );
}

type DueMail = {
  id: number;
  to: string | null;
  locale: Locale;
  serviceId: number | null;
  countryId: number | null;
};

/** Queues the one mail of each alert that was told; with it the address of a guest is gone from the row. Answers how many. */
export async function mailStockAlerts(db: Db): Promise<number> {
  const catalogue = await readCatalogue(db);
  return withTransaction(db, async (tx) => {
    const due = await rows<DueMail>(
      tx,
      sql`with due as (
            select id, email, user_id from community_stock_alerts where mail_due
            order by id limit ${MAILS_AT_ONCE} for update skip locked
          )
          update community_stock_alerts a set mail_due = false, email = null
          from due left join identity_people u on u.id = due.user_id
          where a.id = due.id
          returning a.id, coalesce(due.email, u.email) as to, coalesce(u.locale, a.locale) as locale,
            a.service_id as "serviceId", a.country_id as "countryId"`,
    );
    for (const one of due) await mailOne(tx, one, catalogue);
    return due.length;
  });
}

/** An account that is gone has no address: nobody is left to be told. */
async function mailOne(tx: Tx, due: DueMail, catalogue: Catalogue): Promise<void> {
  if (due.to === null) return;
  const { locale } = due;
  const mail = renderStockMail(mailedGoods(catalogue, due, locale), locale, {
    brand: env.BRAND_NAME,
    publicUrl: env.PUBLIC_URL,
  });
  await enqueueMail(tx, { ...mail, to: due.to, key: `stock-alert:${due.id}` });
}

/** Removes alerts whose mail is long out, and those that nobody could fulfil for a year. Answers how many. */
export function forgetStockAlerts(db: Db): Promise<number> {
  const { keptDays, openDays } = stockAlertLimits;
  return execute(
    db,
    sql`delete from community_stock_alerts where id in (
          select id from community_stock_alerts
          where not mail_due and (told_at < app_now() - make_interval(days => ${keptDays})
            or created_at < app_now() - make_interval(days => ${openDays}))
          limit ${FORGOTTEN_AT_ONCE})`,
  );
}
