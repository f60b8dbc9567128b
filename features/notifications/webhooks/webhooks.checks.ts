import { webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const webhookChecks: Check[] = [
  {
    name: "webhooks: nobody has more than an account may",
    sql: `select user_id, count(*) from notifications_webhooks group by user_id having count(*) > ${webhookLimits.perUser}`,
  },
  {
    name: "webhooks: nothing waits for one that is off",
    sql: `select d.id from notifications_webhook_deliveries d join notifications_webhooks w on w.id = d.webhook_id
          where w.disabled_at is not null and d.state = 'pending'`,
  },
  {
    name: "webhooks: what was delivered was taken by its receiver, and what was sent has its body",
    sql: `select d.id from notifications_webhook_deliveries d
          where d.state = 'delivered' and not exists (select from notifications_webhook_attempts a
              where a.delivery_id = d.id and a.status between 200 and 299)
            or d.attempts > 0 and d.sealed_body is null and d.state <> 'pending'`,
  },
  {
    name: "webhooks: every attempt is in the log",
    sql: `select d.id, d.attempts, count(a.id) as logged from notifications_webhook_deliveries d
          left join notifications_webhook_attempts a on a.delivery_id = d.id group by d.id having d.attempts <> count(a.id)`,
  },
  {
    name: "webhooks: what receivers answered to SMS is gone in time",
    sql: "select id from notifications_webhook_attempts where answer_until < app_now() - interval '2 hours' order by id limit 10",
  },
  {
    name: "webhooks: deliveries are forgotten in time",
    sql: `select id, created_at from notifications_webhook_deliveries
          where created_at < app_now() - interval '${webhookLimits.keptDays + 5} days' and state <> 'pending' order by id limit 10`,
  },
];
