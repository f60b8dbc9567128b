import "server-only";
import { listShownComments, type ShownComment } from "#features/community/comments/comments.reads.ts";
import { commentsTag, type Thread, threadsOf } from "#features/community/comments/comments.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { pageTags } from "#lib/http/page-response.ts";

/** The comments of an article for its page, which is made anew when they change. */
export async function loadComments(articleId: number): Promise<Thread<ShownComment>[]> {
  pageTags([commentsTag(articleId)]);
  return threadsOf(await listShownComments(pageDb(), articleId));
}
