import sql from "sql-template-tag";
import {
  ANSWER,
  answerPlace,
  EVERY_CHAT,
  NOTICE,
  outboxLimits,
  type Pace,
  pauseAfterFailure,
  SECURITY,
  type TakenMessage,
} from "#features/notifications/telegram/outbox.rules.ts";
import type { ChatMessage } from "#features/notifications/telegram/telegram.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { seal } from "#lib/sealed-text.ts";

/** Queues an answer to what was written; once per `updateId` and `place`, however often that is handled. */
export async function queueAnswer(
  db: Queryable,
  { chatId, updateId, place = 0 }: { chatId: number; updateId: number; place?: number },
  message: ChatMessage,
): Promise<void> {
  await queueSealed(db, { chatId, type: ANSWER, subjectId: answerPlace(updateId, place) }, message);
}

/** Queues what a chat is told about itself, once per `noticeId`. */
export async function queueNotice(
  db: Queryable,
  { chatId, noticeId }: { chatId: number; noticeId: number },
  message: ChatMessage,
): Promise<void> {
  await queueSealed(db, { chatId, type: NOTICE, subjectId: noticeId }, message);
}

/** Queues what a chat is told of its account's safety, once per line of the security log. */
export async function queueSecurity(
  db: Queryable,
  { chatId, eventId }: { chatId: number; eventId: number },
  message: ChatMessage,
): Promise<void> {
  await queueSealed(db, { chatId, type: SECURITY, subjectId: eventId }, message);
}

/** Queues a message whose words are written down now, sealed: once per type and subject in its chat. */
async function queueSealed(
  db: Queryable,
  { chatId, type, subjectId }: { chatId: number; type: string; subjectId: number },
  message: ChatMessage,
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_messages (chat_id, type, subject_id, sealed_body)
        values (${chatId}, ${type}, ${subjectId}, ${seal(JSON.stringify(message))})
        on conflict do nothing`,
  );
}

/**
 * Takes as many messages as Telegram's limits allow now: of each chat the oldest that is due, one a second, and of all together
 * `perSecond`. Several processes share one pace.
 */
export function takeMessages(db: Db, room: number, pace: Pace = outboxLimits): Promise<TakenMessage[]> {
  return withTransaction(db, async (tx) => {
    const slots = Math.min(room, await countSlots(tx, pace));
    if (slots <= 0) return [];
    const taken = await takeOldest(tx, slots, pace);
    if (taken.length > 0) await moveOn(tx, taken.length, pace);
    return taken.filter(({ isOver }) => !isOver).map(({ isOver: _isOver, ...message }) => message);
  });
}

/** The bucket of all chats, kept as the moment when it would be full; its row is held until the transaction ends. */
async function countSlots(tx: Tx, { perSecond, burst }: Pace): Promise<number> {
  const bucket = await maybeOne<{ slots: number }>(
    tx,
    sql`select floor(extract(epoch from app_now() - greatest(free_at, app_now() - make_interval(secs => ${burst / perSecond})))
            * ${perSecond}::integer + 0.001)::int as slots
        from notifications_telegram_paces where chat_id = ${EVERY_CHAT} for update skip locked`,
  );
  return bucket?.slots ?? 0;
}

async function moveOn(tx: Tx, count: number, { perSecond, burst }: Pace): Promise<void> {
  await execute(
    tx,
    sql`update notifications_telegram_paces
        set free_at = greatest(free_at, app_now() - make_interval(secs => ${burst / perSecond})) + make_interval(secs => ${count / perSecond})
        where chat_id = ${EVERY_CHAT}`,
  );
}

function takeOldest(
  tx: Tx,
  slots: number,
  { chatPauseMs }: Pace,
): Promise<(TakenMessage & { isOver: boolean })[]> {
  const { leaseSeconds, tellWithinHours } = outboxLimits;
  return rows(
    tx,
    sql`with due as (
          select distinct on (m.chat_id) m.id, m.chat_id from notifications_telegram_messages m
          left join notifications_telegram_paces p on p.chat_id = m.chat_id
          where m.closed_at is null and m.due_at <= app_now() and (p.free_at is null or p.free_at <= app_now())
          order by m.chat_id, m.id
        ), chosen as (select id, chat_id from due order by id limit ${slots}),
        paced as (
          insert into notifications_telegram_paces (chat_id, free_at)
          select chat_id, app_now() + make_interval(secs => ${chatPauseMs / 1_000}) from chosen
          on conflict (chat_id) do update set free_at = excluded.free_at
        )
        update notifications_telegram_messages m
        set tries = m.tries + 1, due_at = app_now() + make_interval(secs => ${leaseSeconds}),
          closed_at = case when m.created_at < app_now() - make_interval(hours => ${tellWithinHours}) then app_now() end
        from chosen c where m.id = c.id
        returning m.id, m.chat_id as "chatId", m.user_id as "userId", m.type, m.subject_id as "subjectId", m.object_id as "objectId",
          m.sealed_body as "sealedBody", m.tries, m.closed_at is not null as "isOver"`,
  );
}

/** Nothing more is done for it: it was taken, or will never arrive. */
export async function closeMessage(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update notifications_telegram_messages set closed_at = app_now() where id = ${id} and closed_at is null`,
  );
}

/**
 * It is sent again: after what Telegram says, which holds back its chat and all others as long, since Telegram does not say whose
 * limit was reached; else after a pause that grows.
 */
export async function postponeMessage(
  db: Db,
  { id, chatId, tries }: TakenMessage,
  afterSeconds: number | null,
): Promise<void> {
  const seconds = afterSeconds ?? pauseAfterFailure(tries);
  await withTransaction(db, async (tx) => {
    if (afterSeconds !== null) {
      await execute(
        tx,
        sql`update notifications_telegram_paces
            set free_at = greatest(free_at, app_now() + make_interval(secs => ${afterSeconds}))
            where chat_id in (${EVERY_CHAT}, ${chatId})`,
      );
    }
    await execute(
      tx,
      sql`update notifications_telegram_messages set due_at = app_now() + make_interval(secs => ${seconds})
          where id = ${id} and closed_at is null and tries = ${tries}`,
    );
  });
}

/** Says nothing more of what waits for a chat, but what is of the type `but`. */
export async function closeMessagesTo(
  db: Queryable,
  chatId: number,
  but: string | null = null,
): Promise<void> {
  await execute(
    db,
    sql`update notifications_telegram_messages set closed_at = app_now()
        where chat_id = ${chatId} and closed_at is null and type is distinct from ${but}`,
  );
}

/** Forgets messages of yesterday, and the pace of chats that have been quiet since. Answers how many. */
export async function forgetOldMessages(db: Db, limit: number): Promise<number> {
  await execute(
    db,
    sql`delete from notifications_telegram_paces where chat_id <> ${EVERY_CHAT}
          and free_at < app_now() - make_interval(hours => ${outboxLimits.keptHours})`,
  );
  return execute(
    db,
    sql`delete from notifications_telegram_messages where id in (
          select id from notifications_telegram_messages
          where created_at < app_now() - make_interval(hours => ${outboxLimits.keptHours}) order by created_at limit ${limit})`,
  );
}
