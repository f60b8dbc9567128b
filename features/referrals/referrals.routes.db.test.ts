import { expect, test } from "vitest";
import { readProgram } from "#features/referrals/referrals.reads.ts";
import { referralRoutes } from "#features/referrals/referrals.routes.ts";
import { db, givenReferrer } from "#features/referrals/referrals-writes.factory.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, referralRoutes);

test("a link that is asked for twice with one key is made once, and both answers name it", async () => {
  const { userId } = await givenReferrer();
  const make = (name: string, key: string) =>
    api.call("POST", "/api/referrals/links", {
      body: { name },
      headers: { "x-test-user": String(userId), "idempotency-key": key },
    });
  const made = await make("My channel", "first-wish");
  const again = await make("My channel", "first-wish");
  expect([made.status, made.body.name]).toEqual([201, "My channel"]);
  expect([again.status, again.body]).toEqual([201, made.body]);
  expect((await make("My channel", "second-wish")).body.error.code).toBe("LINK_NAME_TAKEN");
  expect((await readProgram(db, userId)).links.map(({ name }) => name)).toEqual(["", "My channel"]);
});
