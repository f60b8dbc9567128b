import sql, { empty, join, type Sql } from "sql-template-tag";
import { goodsOf } from "#features/activations/activations.reads.ts";
import { type SearchView, searchRefusals } from "#features/activations/search/search.contract.ts";
import {
  limitAt,
  type SearchState,
  type SearchWait,
  searchLimits,
} from "#features/activations/search/search.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  andWithinGoods,
  coversGoods,
  type Goods,
  type Holder,
} from "#features/identity/api-keys/key-goods.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

type ViewRow = {
  id: number;
  state: SearchState;
  serviceId: number;
  countryId: number;
  operator: string;
  attempts: number;
  attemptsMax: number;
  stepSeconds: number[];
  stepKopecks: number[];
  quotedKopecks: number | null;
  quotedMostKopecks: number | null;
  lowestKopecks: number | null;
  seconds: number;
  elapsed: number;
  secondsLeft: number;
  replaceAfterSeconds: number | null;
  replacements: number;
  replacementsMax: number;
  activationId: number | null;
  refusal: string | null;
  waitingFor: SearchWait | null;
  createdAt: Date;
  closedAt: Date | null;
};

/** Whether a search is the user's own and for those goods. */
export async function isSearchWithin(
  db: Queryable,
  userId: number,
  goods: Goods,
  id: number,
): Promise<boolean> {
  const sale = await maybeOne<{ serviceId: number; countryId: number }>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId" from activations_searches where id = ${id} and user_id = ${userId}`,
  );
  return sale !== null && coversGoods(goods, sale.serviceId, sale.countryId);
}

/** Searches of a user that run, and those that ended a moment ago, newest first. */
export function listSearchViews(db: Db, holder: Holder, locale: Locale): Promise<SearchView[]> {
  return readViews(db, holder, locale, [
    sql`(s.closed_at is null or s.closed_at > app_now() - make_interval(mins => ${searchLimits.shownMinutes}))`,
  ]);
}

/** Searches of a user by id, newest first; ids of strangers are left out. */
export function listSearchViewsById(
  db: Db,
  holder: Holder,
  ids: readonly number[],
  locale: Locale,
  from: Queryable = db,
): Promise<SearchView[]> {
  return readViews(db, holder, locale, [sql`s.id = any (${[...ids]}::bigint[])`], from);
}

/** One of a user's own searches, or null. `from` is the transaction that changed it, where there is one. */
export async function findSearchView(
  db: Db,
  holder: Holder,
  id: number,
  locale: Locale,
  from: Queryable = db,
): Promise<SearchView | null> {
  return (await listSearchViewsById(db, holder, [id], locale, from))[0] ?? null;
}

/** A page of a user's searches, newest first: those before `beforeId`. */
export function listSearchPage(
  db: Db,
  holder: Holder,
  page: { readonly beforeId: number | null; readonly limit: number },
  locale: Locale,
): Promise<SearchView[]> {
  const before = page.beforeId === null ? [] : [sql`s.id < ${page.beforeId}`];
  return readViews(db, holder, locale, before, db, page.limit);
}

const LISTED_MAX = 100;

async function readViews(
  db: Db,
  holder: Holder,
  locale: Locale,
  conditions: readonly Sql[],
  from: Queryable = db,
  limit = LISTED_MAX,
): Promise<SearchView[]> {
  const also = conditions.length > 0 ? sql`and ${join([...conditions], " and ")}` : empty;
  const found = await rows<ViewRow>(
    from,
    sql`select s.id, s.state, s.service_id as "serviceId", s.country_id as "countryId", s.operator, s.attempts,
          s.attempts_max as "attemptsMax", s.step_seconds as "stepSeconds", s.step_kopecks as "stepKopecks", s.seconds,
          s.quoted_kopecks as "quotedKopecks", s.quoted_most_kopecks as "quotedMostKopecks", s.lowest_kopecks as "lowestKopecks",
          extract(epoch from app_now() - s.started_at)::float8 as elapsed,
          case when s.closed_at is not null then 0 else greatest(0, ceil(extract(epoch from
            case when s.state = 'watching' then s.next_at else s.ends_at end - app_now())))::int end as "secondsLeft",
          s.replace_after_seconds as "replaceAfterSeconds", s.replacements, s.replacements_max as "replacementsMax",
          s.activation_id as "activationId", s.refusal, s.waiting_for as "waitingFor", s.created_at as "createdAt", s.closed_at as "closedAt"
        from activations_searches s
        where s.user_id = ${holder.userId} ${andWithinGoods(holder, sql`s.service_id`, sql`s.country_id`)} ${also}
        order by s.id desc limit ${limit}`,
  );
  const catalogue = found.length > 0 ? await readCatalogue(db) : null;
  return catalogue ? found.map((row) => toView(row, catalogue, locale)) : [];
}

function toView(row: ViewRow, catalogue: Catalogue, locale: Locale): SearchView {
  const { service, country } = goodsOf(catalogue, row.serviceId, row.countryId, locale);
  const steps = row.stepSeconds.map((afterSeconds, place) => ({
    afterSeconds,
    maxPriceKopecks: row.stepKopecks[place] as number,
  }));
  const { replaceAfterSeconds: afterSeconds, replacementsMax: times, replacements: done } = row;
  return {
    id: row.id,
    state: row.state,
    service: { code: service.code, name: service.name, icon: service.icon },
    country: { id: country.id, iso2: country.iso2, name: country.name, icon: country.icon },
    operator: row.operator,
    attempt: row.attempts,
    attempts: row.attemptsMax,
    maxPriceKopecks: limitAt(steps, row.elapsed),
    quoted: quotedView(row),
    lowestKopecks: row.lowestKopecks,
    steps,
    seconds: row.seconds,
    secondsLeft: row.secondsLeft,
    replace: afterSeconds === null ? null : { afterSeconds, times, done },
    activationId: row.activationId,
    refusal: row.refusal === null ? null : refusalView(row.refusal, locale),
    waitingFor: row.waitingFor,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

function quotedView({ quotedKopecks, quotedMostKopecks }: ViewRow): SearchView["quoted"] {
  if (quotedKopecks === null || quotedMostKopecks === null) return null;
  return { priceKopecks: quotedKopecks, mostKopecks: quotedMostKopecks };
}

/** A refusal of buying as its own call would tell it. */
export function refusalView(code: string, locale: Locale): NonNullable<SearchView["refusal"]> {
  const row = searchRefusals.find((one) => one.code === code);
  return { code, message: row ? translateMessage(locale, row.messageKey) : code };
}
