import { newsColumns, type UserNews } from "#features/notifications/news.rules.ts";
import { type NewsKind, newsKindOf, newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * A message for every chat that was there when it happened and whose owner wants to be told; once per chat and event, whoever queues
 * it. Answers how many.
 */
export function queueChatNews(tx: Queryable, news: readonly UserNews[]): Promise<number> {
  const told = news.flatMap((one) => {
    const kind = newsKindOf(one.type);
    return kind === null ? [] : [{ ...one, kind }];
  });
  if (told.length === 0) return Promise.resolve(0);
  const everything: readonly NewsKind[] = newsKinds;
  return execute(tx, {
    // Shared locks: who unlinks a chat waits, and then closes what was queued for it.
    text: `with linked as materialized (
        select user_id, chat_id, events_since, linked_at from notifications_telegram_chats
        where user_id = any ($1::bigint[]) and unlinked_at is null and blocked_at is null for share
      )
      insert into notifications_telegram_messages (chat_id, user_id, type, subject_id, object_id)
      select chat_id, user_id, type, subject_id, object_id from (
        select distinct on (c.chat_id, n.type, n.subject_id) c.chat_id, c.user_id, n.type, n.subject_id, n.object_id, n.place
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::text[])
          with ordinality n (user_id, type, subject_id, object_id, happened_at, marked_at, kind, place)
        join linked c on c.user_id = n.user_id and n.happened_at >= c.events_since and (n.marked_at is null or n.marked_at >= c.linked_at)
        left join notifications_telegram_settings s on s.user_id = c.user_id
        where n.kind = any (coalesce(s.kinds, $8::text[]))
        order by c.chat_id, n.type, n.subject_id, n.place
      ) fresh order by place
      on conflict do nothing`,
    values: [...newsColumns(told), told.map(({ kind }) => kind), everything],
  });
}
