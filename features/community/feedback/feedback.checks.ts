import type { Check } from "#lib/db/check.ts";

/** Statements about feedback on the live rows; a row that comes back is an offence. */
export const feedbackChecks: Check[] = [
  {
    name: "feedback: every ticket begins with its sender's words",
    sql: `select f.id from community_feedback f
          where not exists (select from community_feedback_messages m where m.feedback_id = f.id and m.staff_id is null)`,
  },
  {
    name: "feedback: what was answered last is in its thread",
    sql: `select f.id from community_feedback f where f.state = 'answered' and not exists (
            select from community_feedback_messages m where m.feedback_id = f.id and m.staff_id = f.decided_by)`,
  },
  {
    name: "feedback: whatever the staff decided is in the audit",
    sql: `select f.id from community_feedback f
          where f.state <> 'open' and not exists (
            select from identity_audit a where a.subject = 'feedback:' || f.id and a.actor_id = f.decided_by
              and a.action = case f.state when 'answered' then 'feedback.answer' else 'feedback.close' end)`,
  },
];
