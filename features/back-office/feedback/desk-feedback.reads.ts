import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { FeedbackView } from "#features/back-office/feedback/desk-feedback.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { listFeedback, listFeedbackMessages } from "#features/community/feedback/feedback.reads.ts";
import type { FeedbackState } from "#features/community/feedback/feedback.rules.ts";
import type { Db } from "#lib/db/pool.ts";

type Asked = { state: FeedbackState; search?: string | undefined; after?: number | undefined };

/** Tickets with their threads as the desk shows them, oldest first: they wait. */
export async function listFeedbackViews(db: Db, asked: Asked): Promise<Page<FeedbackView>> {
  const { items, hasMore } = pageFrom(await listFeedback(db, asked, deskPageSize + 1));
  const messages = await listFeedbackMessages(
    db,
    items.map(({ id }) => id),
  );
  const nameOf = await listNames(db, [
    ...items.map(({ userId }) => userId),
    ...messages.map(({ staffId }) => staffId),
  ]);
  const personOf = (id: number | null) => (id === null ? null : nameOf(id));
  const views = items.map(({ userId, createdAt, flags, ...ticket }) => ({
    ...ticket,
    flags: [...flags],
    account: personOf(userId),
    messages: messages
      .filter(({ feedbackId }) => feedbackId === ticket.id)
      .map((message) => ({
        id: message.id,
        author: personOf(message.staffId),
        text: message.text,
        at: message.createdAt.toISOString(),
      })),
    createdAt: createdAt.toISOString(),
  }));
  return { items: views, hasMore };
}
