import type { Update } from "grammy/types";
import sql from "sql-template-tag";
import { inboxLimits, placeOf } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** Keeps what came from Telegram, each once, whether it was asked for or told by call. Answers how many were new. */
export function keepUpdates(db: Queryable, updates: readonly Update[]): Promise<number> {
  const placed = updates.flatMap((update) => {
    const chatId = placeOf(update);
    return chatId === null ? [] : [{ update, chatId }];
  });
  if (placed.length === 0) return Promise.resolve(0);
  return execute(db, {
    text: `insert into notifications_telegram_updates (id, chat_id, sealed_update)
      select * from unnest($1::bigint[], $2::bigint[], $3::text[]) on conflict do nothing`,
    values: [
      placed.map(({ update }) => update.update_id),
      placed.map(({ chatId }) => chatId),
      placed.map(({ update }) => seal(JSON.stringify(update))),
    ],
  });
}

/** Something written that this process has taken. */
export type TakenUpdate = { readonly id: number; readonly tries: number; readonly update: Update };

/** Takes what is due, of each chat the oldest: what is written in a chat is answered in its order. */
export async function takeUpdates(db: Db, limit: number): Promise<TakenUpdate[]> {
  const taken = await rows<{ id: number; tries: number; sealed: string }>(
    db,
    sql`with due as (
          select u.id from notifications_telegram_updates u
          where u.closed_at is null and u.due_at <= app_now() and not exists (
            select from notifications_telegram_updates e where e.chat_id = u.chat_id and e.id < u.id and e.closed_at is null)
          order by u.id limit ${limit} for update skip locked
        )
        update notifications_telegram_updates u
        set tries = u.tries + 1, due_at = app_now() + make_interval(secs => ${inboxLimits.leaseSeconds})
        from due where u.id = due.id
        returning u.id, u.tries, u.sealed_update as sealed`,
  );
  return taken.map(({ sealed, ...one }) => ({ ...one, update: JSON.parse(unseal(sealed)) as Update }));
}

/** It has been answered, or never will be. */
export async function closeUpdate(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update notifications_telegram_updates set closed_at = app_now() where id = ${id} and closed_at is null`,
  );
}

/** It is tried again after a pause; one that failed too often is given up. Answers whether it was. */
export async function postponeUpdate(db: Queryable, { id, tries }: TakenUpdate): Promise<boolean> {
  const isOver = tries >= inboxLimits.tries;
  await execute(
    db,
    sql`update notifications_telegram_updates set due_at = app_now() + make_interval(secs => ${2 ** tries}),
          closed_at = case when ${isOver} then app_now() end
        where id = ${id} and closed_at is null and tries = ${tries}`,
  );
  return isOver;
}

/** Forgets what was written and answered yesterday. Answers how many. */
export function forgetOldUpdates(db: Db, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from notifications_telegram_updates where id in (
          select id from notifications_telegram_updates
          where created_at < app_now() - make_interval(hours => ${inboxLimits.keptHours}) order by created_at limit ${limit})`,
  );
}

/** The bot is there, under this name. */
export async function recordBot(db: Queryable, username: string): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_bot (username) values (${username})
        on conflict (only_one) do update set username = excluded.username, seen_at = app_now()`,
  );
}
