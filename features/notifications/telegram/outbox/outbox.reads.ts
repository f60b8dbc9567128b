import sql from "sql-template-tag";
import { ANSWER, answerPlace } from "#features/notifications/telegram/outbox.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** What was written has its answer: an earlier handling of it died only afterwards. */
export async function isAnswered(
  db: Queryable,
  { chatId, updateId }: { readonly chatId: number; readonly updateId: number },
): Promise<boolean> {
  const answer = await maybeOne(
    db,
    sql`select from notifications_telegram_messages
        where chat_id = ${chatId} and type = ${ANSWER} and subject_id = ${answerPlace(updateId, 0)}`,
  );
  return answer !== null;
}
