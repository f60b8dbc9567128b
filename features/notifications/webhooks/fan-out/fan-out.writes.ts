import sql from "sql-template-tag";
import { newsColumns } from "#features/notifications/news.rules.ts";
import { queuePushes } from "#features/notifications/push/push.writes.ts";
import { queueChatNews } from "#features/notifications/telegram/chat-news/chat-news.writes.ts";
import {
  type DatedNews,
  listHappened,
  listNews,
} from "#features/notifications/webhooks/fan-out/fan-out.reads.ts";
import { formerName } from "#features/notifications/webhooks/webhooks.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Longer than any transaction of ours may take: what is younger may still have neighbours that nobody sees yet. */
const SETTLED_AFTER_SECONDS = 60;
/** Ids looked at in one go while catching up. */
const STRIDE = 20_000;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/**
 * Turns new rows of `job_events` into deliveries of webhooks, pushes to browsers and messages in chats. Ids become visible out of order, so the last minute is read again every
 * time and a delivery exists once per webhook, type and subject, whoever looks and however often; the place that is
 * remembered only moves over what is settled. Answers how many deliveries were made, or null when another worker is at it.
 * @param told ids that the caller has had turned already; kept by this function, only to spare work
 */
export async function fanOut(db: Db, told: Set<number> = new Set()): Promise<number | null> {
  const round = await withTransaction(db, async (tx) => {
    const reading = await maybeOne<{ afterId: number }>(
      tx,
      sql`select after_id as "afterId" from notifications_webhook_reading for update skip locked`,
    );
    if (!reading) return null;
    const { settledId, isWhole } = await findSettled(tx, reading.afterId);
    const upToId = isWhole ? EVERYTHING : reading.afterId + STRIDE;
    const events = (await listHappened(tx, reading.afterId, upToId)).filter(({ id }) => !told.has(id));
    const news = events.length > 0 ? await listNews(tx, events) : [];
    const made = news.length > 0 ? await queueAll(tx, news) : 0;
    if (settledId > reading.afterId) {
      await execute(tx, sql`update notifications_webhook_reading set after_id = ${settledId}`);
    }
    return { made, settledId, ids: events.map(({ id }) => id) };
  });
  if (!round) return null;
  for (const id of round.ids) told.add(id);
  for (const id of told) if (id <= round.settledId) told.delete(id);
  return round.made;
}

async function queueAll(tx: Tx, news: readonly DatedNews[]): Promise<number> {
  return (await queueDeliveries(tx, news)) + (await queuePushes(tx, news)) + (await queueChatNews(tx, news));
}

/** The newest id of the next stride with which everything before it is settled; `isWhole`: the stride reaches the present. */
async function findSettled(tx: Tx, afterId: number): Promise<{ settledId: number; isWhole: boolean }> {
  const { settledId, hasYoung, hasMore } = await one<{
    settledId: number;
    hasYoung: boolean;
    hasMore: boolean;
  }>(
    tx,
    sql`with stride as materialized (
          select id, created_at < clock_timestamp() - make_interval(secs => ${SETTLED_AFTER_SECONDS}) as is_old
          from job_events where id > ${afterId} and id <= ${afterId + STRIDE}
        ), young as (select min(id) as first_id from stride where not is_old)
        select coalesce(max(s.id) filter (where young.first_id is null or s.id < young.first_id), ${afterId})::bigint as "settledId",
          coalesce(bool_or(not s.is_old), false) as "hasYoung",
          exists (select from job_events where id > ${afterId + STRIDE}) as "hasMore"
        from stride s cross join young`,
  );
  if (hasYoung || !hasMore) return { settledId, isWhole: true };
  return { settledId: afterId + STRIDE, isWhole: false };
}

/**
 * Deliveries for every webhook of the user's that is on, wants the type and was there when it happened; under the name that the webhook chose
 * it by. One that changed to the other name meanwhile is not told again.
 */
function queueDeliveries(tx: Queryable, news: readonly DatedNews[]): Promise<number> {
  return execute(tx, {
    text: `insert into notifications_webhook_deliveries (webhook_id, type, subject_id, object_id, happened_at)
      select webhook_id, type, subject_id, object_id, happened_at from (
        select distinct on (w.id, n.type, n.subject_id) w.id as webhook_id,
          case when n.type = any (w.events) then n.type else n.former_name end as type, n.subject_id, n.object_id, n.happened_at, n.place
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::text[])
          with ordinality n (user_id, type, subject_id, object_id, happened_at, marked_at, former_name, place)
        join notifications_webhooks w on w.user_id = n.user_id and w.disabled_at is null and w.events && array[n.type, n.former_name]
          and n.happened_at >= w.events_since and (n.marked_at is null or n.marked_at >= w.active_since)
        where not exists (select from notifications_webhook_deliveries d
          where d.webhook_id = w.id and d.type in (n.type, n.former_name) and d.subject_id = n.subject_id)
        order by w.id, n.type, n.subject_id, n.place
      ) fresh order by place
      on conflict do nothing`,
    values: [...newsColumns(news), news.map(({ type }) => formerName(type))],
  });
}
