import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenTetherPayment } from "#features/payments/claims/claims.factory.ts";
import { paymentClosing } from "#features/payments/closing.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

test("an underpaid payment is in the way of an account's end only while its rest is waited for", async () => {
  const { id, user } = await givenTetherPayment(owner, 71_000, "underpaid");
  await execute(owner, sql`update payments set due_at = app_now() + interval '1 hour' where id = ${id}`);
  expect(await paymentClosing.findHindrances?.(db, user as UserId)).toEqual(["payments"]);
  await execute(owner, sql`update payments set due_at = null where id = ${id}`);
  expect(await paymentClosing.findHindrances?.(db, user as UserId)).toEqual([]);
});
