import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { restAnswerChecks } from "#features/idempotency/idempotency.checks.ts";
import { execute, one } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });

test("every check of kept answers finds what it is for", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  const clean = await listOffences(owner, restAnswerChecks);
  expect(clean.map(({ count }) => count)).toEqual(restAnswerChecks.map(() => 0));
  const { id } = await one<{ id: number }>(
    owner,
    sql`select id from identity_api_keys where user_id = ${userId}`,
  );
  await execute(
    owner,
    sql`insert into idempotency_answers (user_id, sandbox_key_id, idempotency_key, operation, input_hash, sealed_answer, expires_at)
        values (${userId}, ${id}, 'of-a-live-key', 'o', 'h', '-', app_now()),
          (${userId}, 0, 'of-long-ago', 'o', 'h', '-', app_now() - interval '2 days')`,
  );
  const found = await listOffences(owner, restAnswerChecks);
  expect(found.filter(({ count }) => count === 0)).toEqual([]);
});
