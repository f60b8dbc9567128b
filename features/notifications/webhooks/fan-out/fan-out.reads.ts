import sql from "sql-template-tag";
import { listMessageMarks } from "#features/activations/message-timestamps.reads.ts";
import type { UserNews } from "#features/notifications/news.rules.ts";
import {
  type HappenedEvent,
  idsIn,
  type News,
  newsOf,
} from "#features/notifications/webhooks/fan-out/fan-out.rules.ts";
import { listExtensionMarks, listRentalMessageMarks } from "#features/rentals/message-timestamps.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Events of users who have a webhook that is on, a browser or a chat that is told, of the ids after `afterId` up to `upToId`, without those told already. */
export function listHappened(db: Queryable, afterId: number, upToId: number): Promise<HappenedEvent[]> {
  return rows<HappenedEvent>(
    db,
    sql`select e.id, e.user_id as "userId", e.kind, e.data, e.created_at as "createdAt"
        from (select user_id from notifications_webhooks where disabled_at is null
              union select user_id from notifications_push_subscriptions
              union select user_id from notifications_telegram_chats where unlinked_at is null and blocked_at is null) w
        join job_events e on e.user_id = w.user_id and e.id > ${afterId} and e.id <= ${upToId}
        order by e.id`,
  );
}

/** News with their moment, and whose they are. */
export type DatedNews = News & UserNews;

/** All that events have to tell: what they say themselves, and the SMS and extensions of what they speak of. */
export async function listNews(db: Queryable, events: readonly HappenedEvent[]): Promise<DatedNews[]> {
  const rentalIds = idsIn(events, "rental", "rentalId");
  // One after the other: the caller's transaction has one connection.
  const messages = await listMessageMarks(db, idsIn(events, "activation", "activationId"));
  const rentalMessages = await listRentalMessageMarks(db, rentalIds);
  const extensions = await listExtensionMarks(db, rentalIds);
  const marks = {
    activation: [
      [
        "activation.sms_received",
        byOwner(messages.map(({ id, activationId, receivedAt }) => [id, activationId, receivedAt])),
      ],
    ],
    rental: [
      ["rental.sms_received", byOwner(rentalMessages.map(({ id, rentalId, at }) => [id, rentalId, at]))],
      ["rental.extended", byOwner(extensions.map(({ id, rentalId, at }) => [id, rentalId, at]))],
    ],
  } satisfies Record<string, [News["type"], Map<number, Mark[]>][]>;
  return events.flatMap((event) => {
    const dated = { userId: event.userId, happenedAt: event.createdAt };
    const added = marks[event.kind as keyof typeof marks] ?? [];
    const ownerId = Number(event.data.activationId ?? event.data.rentalId);
    return [
      ...newsOf(event).map((one) => ({ ...one, ...dated, markedAt: null })),
      ...added.flatMap(([type, byId]) =>
        (byId.get(ownerId) ?? []).map(([subjectId, objectId, markedAt]) => ({
          ...{ eventId: event.id, type, subjectId, objectId, markedAt },
          ...dated,
        })),
      ),
    ];
  });
}

/** Id, whose it is, and when it came. */
type Mark = readonly [number, number, Date];

function byOwner(marks: readonly Mark[]): Map<number, Mark[]> {
  return Map.groupBy(marks, ([, ownerId]) => ownerId);
}
