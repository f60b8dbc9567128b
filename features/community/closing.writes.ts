import sql from "sql-template-tag";
import { forgetCommentsOf } from "#features/community/comments/comments.writes.ts";
import { forgetReportsOf } from "#features/community/comments/reports.writes.ts";
import { forgetReviewsOf } from "#features/community/reviews/reviews.writes.ts";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/**
 * What an account asked for and was not answered goes; what was answered stays as nobody's. What it wrote to support, said of the
 * product and commented on goes whole.
 */
export const communityClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(
      tx,
      sql`delete from community_service_requests where user_id = ${userId} and (state = 'open' or mail_due)`,
    );
    await execute(
      tx,
      sql`update community_service_requests set user_id = null, sms_text = '---' where user_id = ${userId}`,
    );
    await execute(tx, sql`delete from community_stock_alerts where user_id = ${userId}`);
    await execute(tx, sql`delete from community_feedback where user_id = ${userId}`);
    await forgetReviewsOf(tx, userId);
    await forgetCommentsOf(tx, userId);
    await forgetReportsOf(tx, userId);
  },
};
