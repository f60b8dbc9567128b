import { expect, test } from "vitest";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

test("a test file has an own migrated database", async () => {
  const result = await db.query<{ name: string; count: number }>({
    text: "select current_database() as name, (select count(*) from job_clock) as count",
    values: [],
  });
  expect(result.rows[0]?.name).toMatch(/^test_[0-9a-f]{32}$/);
  expect(result.rows[0]?.count).toBe(1);
});

test("the product's connection acts as the role that owns nothing", async () => {
  const result = await db.query<{ role: string }>({ text: "select current_user as role", values: [] });
  expect(result.rows[0]?.role).toBe("sms_den_app");
  await expect(
    db.query({ text: "update job_clock set offset_interval = '1 hour'", values: [] }),
  ).rejects.toThrow("permission denied");
});

test("the owner may move the test clock", async () => {
  await owner.query({ text: "update job_clock set offset_interval = '1 hour'", values: [] });
  const result = await db.query<{ ahead: boolean }>({
    text: "select app_now() > clock_timestamp() + interval '59 minutes' as ahead",
    values: [],
  });
  expect(result.rows[0]?.ahead).toBe(true);
});
