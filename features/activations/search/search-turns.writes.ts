import sql from "sql-template-tag";
import { type SearchState, searchLimits } from "#features/activations/search/search.rules.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";

/** A search that somebody has taken is left alone for so long, unless its next attempt is due before. */
export const TAKEN_SECONDS = 2;

/** A search whose moment has come, as the worker takes it. */
export type DueSearch = {
  readonly id: number;
  readonly userId: number;
  readonly keyId: number | null;
  readonly channel: SaleChannel;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly stepSeconds: readonly number[];
  readonly stepKopecks: readonly number[];
  /** The most that a search without a limit pays; null before its first quote and where a limit was named. */
  readonly mostKopecks: number | null;
  readonly state: SearchState;
  /** Number of the attempt that is to be made now. */
  readonly attempts: number;
  readonly replacements: number;
  /** Seconds since the search for this number began. */
  readonly elapsed: number;
  /** Its time or its attempts were used up before this look. */
  readonly isOver: boolean;
  /** Which attempt of its account this is; null where none is to be made: it is looked at beside the account's attempt. */
  readonly turn: number | null;
};

/**
 * Takes searches that are due, one of an account at most, and first of the accounts that were served longest ago: counts the attempt and
 * moves the next look ahead, so that other workers leave them alone. An account that has an attempt under way gets no second one; what
 * has a deadline (a number to be replaced, a search that is over) does not wait for it. One statement, whatever is open. Whoever
 * is late with an attempt by then makes none (`lockAttempt`). `endTurn` ends the attempt.
 */
export function takeDueSearches(db: Queryable, limit: number): Promise<DueSearch[]> {
  return rows<DueSearch>(db, {
    name: "activations-searches-due",
    text: `with next_of_account as (
        select distinct on (s.user_id) s.id, s.user_id, s.next_at, t.served_at
        from activations_searches s join activations_search_turns t on t.user_id = s.user_id
        where s.closed_at is null and s.next_at <= app_now() and (${MAY_BE_TAKEN})
        order by s.user_id, s.next_at, s.id
      ), chosen as (
        select id, user_id from next_of_account order by served_at nulls first, next_at, id limit $1
      ), due as materialized (
        select s.id, s.user_id, s.state = 'searching' as is_searching, ${IS_OVER} as is_over,
          extract(epoch from app_now() - s.started_at)::float8 as elapsed
        from chosen c join activations_searches s on s.id = c.id join activations_search_turns t on t.user_id = c.user_id
        where s.closed_at is null and s.next_at <= app_now() and (${MAY_BE_TAKEN}) for update of s, t skip locked
      ), turned as (
        update activations_search_turns t set turns = t.turns + (d.is_searching and not d.is_over)::int, served_at = app_now(),
          busy_until = case when d.is_searching and not d.is_over then app_now() + make_interval(secs => $4) else t.busy_until end
        from due d where t.user_id = d.user_id
        returning t.user_id, t.turns)
      update activations_searches s set
        attempts = s.attempts + (d.is_searching and not d.is_over)::int,
        next_at = case when d.is_searching and not d.is_over then least(
            app_now() + make_interval(secs => greatest(s.seconds::float8 / s.attempts_max, $3)), s.ends_at,
            (select s.started_at + make_interval(secs => min(step)) from unnest(s.step_seconds) step where step > d.elapsed))
          else app_now() + make_interval(secs => $2) end
      from due d join turned t on t.user_id = d.user_id where s.id = d.id
      returning s.id, s.user_id as "userId", s.key_id as "keyId", s.channel, s.service_id as "serviceId",
        s.country_id as "countryId", s.operator, s.step_seconds as "stepSeconds", s.step_kopecks as "stepKopecks", s.state,
        s.quoted_most_kopecks as "mostKopecks",
        s.attempts, s.replacements, d.elapsed, d.is_over as "isOver",
        case when d.is_searching and not d.is_over then t.turns end as turn`,
    values: [limit, TAKEN_SECONDS, searchLimits.pauseSecondsMin, searchLimits.turnSeconds],
  });
}

const IS_OVER = "(s.ends_at <= app_now() or s.attempts >= s.attempts_max)";
const MAY_BE_TAKEN = `s.state <> 'searching' or ${IS_OVER} or t.busy_until is null or t.busy_until <= app_now()`;

/** Ends an account's attempt: its next one may begin. One that was taken for dead meanwhile ends nothing of the attempt after it. */
export async function endTurn(db: Queryable, { userId, turn }: DueSearch): Promise<void> {
  if (turn === null) return;
  await execute(
    db,
    sql`update activations_search_turns set busy_until = null where user_id = ${userId} and turns = ${turn}`,
  );
}

/** Lets an account's searches be looked at: it takes part in the turns from now on. */
export async function joinTurns(tx: Queryable, userId: number): Promise<void> {
  await execute(
    tx,
    // Written also where it is there: so it is not forgotten before the search is.
    sql`insert into activations_search_turns as t (user_id) values (${userId}) on conflict (user_id) do update set turns = t.turns`,
  );
}

/**
 * Keeps turns as they should be: accounts with an open search that has none get one (an older version has begun it), and those that
 * have not searched for a day are forgotten, at most `limit` of them.
 */
export async function tidyTurns(db: Queryable, limit: number): Promise<void> {
  await execute(
    db,
    sql`insert into activations_search_turns (user_id)
        select distinct s.user_id from activations_searches s
        where s.closed_at is null and not exists (select from activations_search_turns t where t.user_id = s.user_id)
        on conflict do nothing`,
  );
  await execute(
    db,
    sql`delete from activations_search_turns where user_id in (
          select t.user_id from activations_search_turns t
          where t.served_at < app_now() - interval '1 day'
            and not exists (select from activations_searches s where s.user_id = t.user_id and s.closed_at is null)
          limit ${limit} for update skip locked)`,
  );
}
