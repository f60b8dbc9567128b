import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { findSession } from "#features/identity/sessions/sessions.reads.ts";
import { endSessionOf, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
let requests = 0;

/** From a network of its own, so that no limit of calls is met. */
async function ask(token: string): Promise<number> {
  requests += 1;
  const facts = { requestId: "test", ip: `10.2.${requests >> 8}.${requests & 255}` };
  const headers = { authorization: `Bearer ${token}`, "user-agent": "test" };
  return (await app.fetch(new Request("http://localhost/api/balance", { headers }), facts)).status;
}
const forged = () => randomBytes(32).toString("base64url");
const givenSession = async () => {
  const { userId } = await givenApiBuyer(db, 500);
  return { userId, ...(await openSession(db, { userId, ip: "127.0.0.1", userAgent: "test" })) };
};

/** Statements that the work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(db, "query");
  await work();
  const { length } = query.mock.calls;
  query.mockRestore();
  return length;
}

it("a hundred session tokens that nobody has are asked for together", async () => {
  const sent = await statementsOf(async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(forged())));
    expect(new Set(answers)).toEqual(new Set([401]));
  });
  expect(sent).toBeLessThan(20);
});

it("an invented session token is not asked for again and again", async () => {
  const token = forged();
  await ask(token);
  expect(
    await statementsOf(async () => {
      for (let call = 0; call < 20; call += 1) expect(await ask(token)).toBe(401);
    }),
  ).toBeLessThan(5);
});

it("a right session among a flood of forged ones is found, and each token finds its own", async () => {
  const [one, other] = [await givenSession(), await givenSession()];
  const [first, second] = await Promise.all([
    findSession(db, one.token),
    findSession(db, other.token),
    ...Array.from({ length: 300 }, () => findSession(db, forged())),
  ]);
  expect([first?.userId, second?.userId]).toEqual([one.userId, other.userId]);
});

it("somebody who logs in during a flood of forged tokens is in at once", async () => {
  const flood = Array.from({ length: 300 }, () => ask(forged()));
  const { token } = await givenSession();
  expect(await ask(token)).toBe(200);
  await Promise.all(flood);
});

it("a session that has ended, or whose user is suspended, is refused at once", async () => {
  const [left, suspended] = [await givenSession(), await givenSession()];
  expect([await ask(left.token), await ask(suspended.token)]).toEqual([200, 200]);
  await endSessionOf(db, left.token);
  await suspendUser(db, suspended.userId, true);
  expect([await ask(left.token), await ask(suspended.token)]).toEqual([401, 401]);
});
