import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What a person has asked for beside buying, written to support, said of the product and under articles, and what was answered. */
export const communityArchive: readonly ArchivePart[] = [
  listPart(
    "serviceRequests",
    (userId) => sql`
      select id, website, sms_text, service_id, country_id, price_kopecks, state, answer, created_at, decided_at
      from community_service_requests where user_id = ${userId} order by id`,
  ),
  listPart(
    "stockAlerts",
    (userId) => sql`
      select id, service_id, country_id, told_at, created_at from community_stock_alerts where user_id = ${userId} order by id`,
  ),
  listPart(
    "feedback",
    (userId) => sql`
      select f.id, f.name, f.state, f.created_at, m.text, m.staff_id is not null as is_answer, m.created_at as message_created_at
      from community_feedback f join community_feedback_messages m on m.feedback_id = f.id
      where f.user_id = ${userId} order by f.id, m.id`,
  ),
  listPart(
    "reviews",
    (userId) => sql`
      select id, name, text, rating, is_verified, state, reason, created_at, decided_at
      from community_reviews where user_id = ${userId} order by id`,
  ),
  listPart(
    "comments",
    (userId) => sql`
      select id, article_id, parent_id, name, text, state, reason, created_at, edits, decided_at
      from community_comments where user_id = ${userId} order by id`,
  ),
  listPart(
    "commentReports",
    (userId) => sql`
      select comment_id, created_at from community_comment_reports where user_id = ${userId} order by comment_id`,
  ),
];
