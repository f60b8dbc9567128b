import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { webhookChecks } from "#features/notifications/webhooks/webhooks.checks.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

const { owner } = await useTestDb({ checkAfterwards: false });

test("every check of webhooks finds what it is for", async () => {
  const clean = await listOffences(owner, webhookChecks);
  expect(clean.map(({ count }) => count)).toEqual(webhookChecks.map(() => 0));
  await execute(
    owner,
    sql`insert into notifications_webhooks (user_id, name, url, host, events, sealed_secret, disabled_at, disabled_reason)
        select 1, 'x', 'https://a/', 'a', '{activation.sms_received}', '-', app_now(), 'owner' from generate_series(1, 11)`,
  );
  await execute(
    owner,
    sql`insert into notifications_webhook_deliveries (webhook_id, type, state, attempts, closed_at, created_at)
        values (1, 'activation.sms_received', 'pending', 0, null, app_now()),
          (1, 'activation.sms_received', 'delivered', 1, app_now(), app_now() - interval '30 days')`,
  );
  await execute(
    owner,
    sql`insert into notifications_webhook_attempts (delivery_id, began_at, duration_ms, status, answer, answer_until)
        select min(id), app_now(), 1, 200, 'your code is 1', app_now() - interval '3 hours' from notifications_webhook_deliveries`,
  );
  const found = await listOffences(owner, webhookChecks);
  expect(found.filter(({ count }) => count === 0)).toEqual([]);
});
