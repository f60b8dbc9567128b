import { pushLimits } from "#features/notifications/push/push.rules.ts";
import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const pushChecks: Check[] = [
  {
    name: "pushes: nobody has more browsers told than an account may",
    sql: `select user_id, count(*) from notifications_push_subscriptions group by user_id having count(*) > ${pushLimits.perUser}`,
  },
  {
    name: "pushes: a browser is told of its session's own account alone",
    sql: `select s.id from notifications_push_subscriptions s join identity_sessions i on i.id = s.session_id
          where i.user_id <> s.user_id`,
  },
  {
    name: "pushes: they are forgotten in time",
    sql: `select id, created_at from notifications_pushes
          where created_at < app_now() - interval '${pushLimits.keptHours + 24} hours' order by id limit 10`,
  },
];
