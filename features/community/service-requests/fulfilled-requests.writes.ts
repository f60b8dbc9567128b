import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { mailedGoods } from "#features/community/mailed-goods.rules.ts";
import { renderDecidedMail } from "#features/community/service-requests/mails.rules.ts";
import {
  serviceRequestLimits,
  statesBefore,
} from "#features/community/service-requests/service-requests.rules.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";

const MAILS_AT_ONCE = 100;
const FORGOTTEN_AT_ONCE = 1_000;

/** Requests whose goods have come on sale are told; the mails follow. Answers how many requests. */
export async function tellWhatIsOnSale(db: Db): Promise<number> {
  const wanted = await rows<{ serviceId: number }>(
    db,
    sql`select distinct service_id as "serviceId" from community_service_requests
        where state = any(${statesBefore("tell")}::text[]) and service_id is not null and not was_on_sale`,
  );
  let told = 0;
  for (const { serviceId } of wanted) {
    const offers = await listOffers(db, { serviceId, channel: "site", userId: null });
    if (offers.length === 0) continue;
    told += await execute(
      db,
      sql`update community_service_requests set state = 'told', mail_due = true, decided_at = app_now()
          where service_id = ${serviceId} and state = any(${statesBefore("tell")}::text[]) and not was_on_sale
            and (country_id is null or country_id = any(${offers.map(({ countryId }) => countryId)}::int[]))`,
    );
  }
  return told;
}

type DueMail = {
  id: number;
  to: string | null;
  locale: Locale;
  site: string;
  serviceId: number | null;
  countryId: number | null;
  answer: string | null;
};

/** Queues the one mail of each decided request; with it the address of a guest is gone from the row. Answers how many. */
export async function mailDecided(db: Db): Promise<number> {
  const catalogue = await readCatalogue(db);
  return withTransaction(db, async (tx) => {
    const due = await rows<DueMail>(
      tx,
      sql`with due as (
            select id, email, user_id from community_service_requests where mail_due
            order by id limit ${MAILS_AT_ONCE} for update skip locked
          )
          update community_service_requests r set mail_due = false, email = null
          from due left join identity_people u on u.id = due.user_id
          where r.id = due.id
          returning r.id, coalesce(due.email, u.email) as to, coalesce(u.locale, r.locale) as locale, r.site,
            r.service_id as "serviceId", r.country_id as "countryId", r.answer`,
    );
    for (const one of due) await mailOne(tx, one, catalogue);
    return due.length;
  });
}

/** An account that is gone has no address: nobody is left to be told. */
async function mailOne(tx: Tx, due: DueMail, catalogue: Catalogue): Promise<void> {
  if (due.to === null) return;
  const { locale } = due;
  const mail = renderDecidedMail(
    { site: due.site, ...mailedGoods(catalogue, due, locale), answer: due.answer },
    locale,
    { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL },
  );
  await enqueueMail(tx, { ...mail, to: due.to, key: `service-request:${due.id}` });
}

/** Removes requests whose answer is long out, and those that nobody could fulfil for a year. Answers how many. */
export function forgetServiceRequests(db: Db): Promise<number> {
  const { keptDays, openDays } = serviceRequestLimits;
  return execute(
    db,
    sql`delete from community_service_requests where id in (
          select id from community_service_requests
          where not mail_due and (decided_at < app_now() - make_interval(days => ${keptDays})
            or created_at < app_now() - make_interval(days => ${openDays}))
          limit ${FORGOTTEN_AT_ONCE})`,
  );
}
