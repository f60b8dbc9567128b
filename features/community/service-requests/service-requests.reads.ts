import sql from "sql-template-tag";
import { openStates } from "#features/community/service-requests/service-requests.rules.ts";
import { repeatHours, type SpamFlag } from "#features/identity/spam/spam.rules.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** Does the site sell such numbers now? A country of null: anywhere. */
export async function isOnSale(
  db: Db,
  { serviceId, countryId }: { serviceId: number; countryId: number | null },
): Promise<boolean> {
  const country = countryId === null ? {} : { countryId };
  const offers = await listOffers(db, { serviceId, ...country, channel: "site", userId: null });
  return offers.length > 0;
}

/** How often the same text of an SMS was sent lately for other websites. */
export async function countElsewhere(db: Queryable, textHash: Buffer, site: string): Promise<number> {
  const { repeats } = await one<{ repeats: number }>(
    db,
    sql`select count(*)::int as repeats from community_service_requests
        where text_hash = ${textHash} and created_at > app_now() - make_interval(hours => ${repeatHours}) and site <> ${site}`,
  );
  return repeats;
}

/** One request as the staff read it; who asked is not told. */
type SampleRequest = {
  website: string;
  smsText: string;
  countryId: number | null;
  priceKopecks: number | null;
  locale: string;
  /** What makes one look twice at it. */
  flags: SpamFlag[];
  at: string;
};

/** Everything open that was asked for one website. */
export type WantedSite = {
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly site: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly serviceId: number | null;
  /** The countries asked for and how often; null = any. */
  readonly countries: readonly { countryId: number | null; count: number }[];
  /** The newest of them. */
  readonly newest: readonly SampleRequest[];
};

const NEWEST_SHOWN = 5;

/** Websites that are asked for, most wanted first, from behind a place on. */
export function listWantedSites(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<WantedSite[]> {
  return rows<WantedSite>(
    db,
    sql`with wanted as (
          select site, count(*)::int as count, min(created_at) as "firstAt", max(created_at) as "lastAt",
            max(service_id) as "serviceId", row_number() over (order by count(*) desc, site)::int as place
          from community_service_requests where state = any(${openStates}::text[])
          group by site order by place offset ${after} limit ${limit}
        )
        select w.*, c.countries, n.newest from wanted w
        cross join lateral (
          select jsonb_agg(jsonb_build_object('countryId', each.country_id, 'count', each.count) order by each.count desc) as countries
          from (select country_id, count(*)::int as count from community_service_requests r
            where r.site = w.site and r.state = any(${openStates}::text[])
            group by country_id order by count(*) desc limit 10) each
        ) c
        cross join lateral (
          select jsonb_agg(jsonb_build_object('website', each.website, 'smsText', each.sms_text, 'countryId', each.country_id,
              'priceKopecks', each.price_kopecks, 'locale', each.locale, 'flags', each.flags,
              'at', to_char(each.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by each.id desc) as newest
          from (select * from community_service_requests r
            where r.site = w.site and r.state = any(${openStates}::text[]) order by r.id desc limit ${NEWEST_SHOWN}) each
        ) n
        order by w.place`,
  );
}

/** How many requests are open, and for how many seconds the oldest has been; null when there is none. */
export function countOpenRequests(db: Queryable): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(created_at)))::int end as "oldestSeconds"
        from community_service_requests where state = any (${[...openStates]}::text[])`,
  );
}
