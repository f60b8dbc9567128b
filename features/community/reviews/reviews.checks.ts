import type { Check } from "#lib/db/check.ts";

/** Statements about reviews on the live rows; a row that comes back is an offence. */
export const reviewChecks: Check[] = [
  {
    name: "reviews: whatever the staff decided is in the audit",
    sql: `select r.id from community_reviews r
          where r.state <> 'waiting' and not exists (
            select from identity_audit a where a.subject = 'review:' || r.id and a.actor_id = r.decided_by
              and a.action = case r.state when 'approved' then 'review.approve' else 'review.reject' end)`,
  },
];
