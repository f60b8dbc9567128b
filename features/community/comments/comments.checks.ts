import type { Check } from "#lib/db/check.ts";

/** Statements about comments on the live rows; a row that comes back is an offence. */
export const commentChecks: Check[] = [
  {
    name: "comments: whatever the staff decided is in the audit",
    sql: `select c.id from community_comments c
          where c.state <> 'waiting' and not exists (
            select from identity_audit a where a.subject = 'comment:' || c.id and a.actor_id = c.decided_by
              and a.action = any(case c.state when 'approved' then '{comment.approve,comment.keep}'::text[]
                else '{comment.reject}'::text[] end))`,
  },
  {
    name: "comments: a reply is to a comment of its article that is no reply itself",
    sql: `select r.id from community_comments r join community_comments c on c.id = r.parent_id
          where c.parent_id is not null or c.article_id <> r.article_id`,
  },
  {
    name: "comments: only shown ones are reported",
    sql: `select r.comment_id from community_comment_reports r join community_comments c on c.id = r.comment_id
          where c.state <> 'approved'`,
  },
];
