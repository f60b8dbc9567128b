import sql from "sql-template-tag";
import { listMessageMarks } from "#features/activations/messages/reads.ts";
import { type HappenedEvent, idsIn, type News, newsOf } from "#features/notifications/webhooks/fan-out/rules.ts";
import { listExtensionMarks, listRentalMessageMarks } from "#features/rentals/marks/reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Events of users who have a webhook that is on, of the ids after `afterId` up to `upToId`, without those told already. */
export function listHappened(db: Queryable, afterId: number, upToId: number): Promise<HappenedEvent[]> {
  return rows<HappenedEvent>(
    db,
    sql`select e.id, e.user_id as "userId", e.kind, e.data, e.created_at as "createdAt"
        from (select distinct user_id from notifications_webhooks where disabled_at is null) w
        join job_events e on e.user_id = w.user_id and e.id > ${afterId} and e.id <= ${upToId}
        order by e.id`,
  );
}

/** News with their moment, and whose they are. `markedAt` is when an SMS or an extension came, by the deadlines' clock. */
export type DatedNews = News & {
  readonly userId: number;
  readonly happenedAt: Date;
  readonly markedAt: Date | null;
};

/** All that events have to tell: what they say themselves, and the SMS and extensions of what they speak of. */
export async function listNews(db: Queryable, events: readonly HappenedEvent[]): Promise<DatedNews[]> {
  const rentalIds = idsIn(events, "rental", "rentalId");
  const [messages, rentalMessages, extensions] = await Promise.all([
    listMessageMarks(db, idsIn(events, "activation", "activationId")),
    listRentalMessageMarks(db, rentalIds),
    listExtensionMarks(db, rentalIds),
  ]);
  const news: DatedNews[] = [];
  const addMark = (event: HappenedEvent, type: News["type"], subjectId: number, objectId: number, at: Date) =>
    news.push({
      ...{ eventId: event.id, type, subjectId, objectId },
      ...{ userId: event.userId, happenedAt: event.createdAt, markedAt: at },
    });
  for (const event of events) {
    for (const one of newsOf(event)) {
      news.push({ ...one, userId: event.userId, happenedAt: event.createdAt, markedAt: null });
    }
    const { activationId, rentalId } = event.data;
    if (event.kind === "activation") {
      for (const mark of messages.filter((one) => one.activationId === activationId))
        addMark(event, "sms.received", mark.id, mark.activationId, mark.receivedAt);
    }
    if (event.kind !== "rental") continue;
    for (const mark of rentalMessages.filter((one) => one.rentalId === rentalId))
      addMark(event, "rental.sms", mark.id, mark.rentalId, mark.at);
    for (const mark of extensions.filter((one) => one.rentalId === rentalId))
      addMark(event, "rental.extended", mark.id, mark.rentalId, mark.at);
  }
  return news;
}
