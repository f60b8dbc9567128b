import sql from "sql-template-tag";
import { afterEach, describe, expect, test } from "vitest";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { factorRemovalChecks } from "#features/back-office/factor-removals/factor-removals.checks.ts";
import { rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb({ max: 12 });
const api = testApi(db, [...identityRoutes, ...backOfficeRoutes], resolveActor, makeKeyGate());
const anna = await givenStaff(db, "money", { name: "Anna" });
const boris = await givenStaff(db, "money", { name: "Boris" });
const support = await givenStaff(db, "support", { name: "Support" });
const PASSWORD = "correct horse battery";
const passwordHash = await hashPassword(PASSWORD);
const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
let people = 0;

afterEach(async () => {
  expect((await listOffences(owner, factorRemovalChecks)).filter(({ count }) => count > 0)).toEqual([]);
  await resetClock(owner);
});

const newKey = () => crypto.randomUUID();
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.state ?? "ok"}`;
const post = (staff: TestStaff, path: string, reason = "a good reason", key = newKey()) =>
  api.call("POST", `/api/desk/${path}`, {
    cookie: staff.cookie,
    body: { reason },
    headers: { "idempotency-key": key },
  });
const propose = (staff: TestStaff, userId: number, key?: ReturnType<typeof newKey>) =>
  post(staff, `people/${userId}/factor-removals`, "showed an identity card", key);
const sign = (staff: TestStaff, id: number, key?: ReturnType<typeof newKey>) =>
  post(staff, `factor-removals/${id}/carry-out`, "called back", key);
const reject = (staff: TestStaff, id: number) => post(staff, `factor-removals/${id}/reject`, "not so");

async function person() {
  people += 1;
  const email = `lost${people}@example.com`;
  const made = await createUser(db, { email, emailKey: email, name: "Person", passwordHash, locale: "en" });
  const userId = made as UserId;
  await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
  return { email, userId, cookie: token };
}
const isOn = async (userId: number) =>
  (await rows(db, sql`select 1 from identity_second_factors where user_id = ${userId}`)).length === 1;
const login = async (email: string) =>
  (await api.call("POST", "/api/auth/login", { body: { email, password: PASSWORD } })).body.status;
const works = async (credential: { cookie: string } | { bearer: string }) =>
  (await api.call("GET", "/api/users/me", credential)).status === 200;

describe("a lost second factor", () => {
  test("stays until another of the staff signs with a reason; then it, all sessions and keys go, and the owner is told", async () => {
    const { email, userId, cookie } = await person();
    const bearer = await rotateApiKey(db, userId);
    const proposed = await propose(anna, userId);
    expect(proposed.body).toMatchObject({ state: "proposed", problem: "same-person", decider: null });
    const { id } = proposed.body;
    const standing = async () => [await isOn(userId), await works({ cookie }), await works({ bearer })];
    expect(await standing()).toEqual([true, true, true]);
    const signed = await sign(boris, id);
    expect(signed.body).toMatchObject({
      ...{ state: "carried_out", reason: "showed an identity card", decisionReason: "called back" },
      ...{ proposer: { name: "Anna" }, decider: { name: "Boris" } },
    });
    expect(await standing()).toEqual([false, false, false]);
    expect(await login(email)).toBe("signed-in");
    const mail = (await runDueJobs(db, [])).find(({ to }) => to === email);
    expect(mail?.subject).toBe("Two-factor authentication at SMS Den was turned off without its code");
    const { days, kind } = await one<{ days: string; kind: string }>(
      db,
      sql`select (money_rests_until - app_now() > interval '6 days 23 hours')::text as days,
            (select string_agg(e.kind, ',') from identity_security_events e where e.user_id = r.user_id and e.kind like 'recovery%') as kind
          from identity_factor_recoveries r where user_id = ${userId} and state = 'done'`,
    );
    expect([days, kind]).toEqual(["true", "recoveryDone"]);
    const audited = await rows<{ action: string; actor: number; reason: string }>(
      db,
      sql`select action, actor_id as actor, details ->> 'reason' as reason from identity_audit
          where subject = ${`factor-removal:${id}`} order by id`,
    );
    expect(audited).toEqual([
      { action: "factor-removal.propose", actor: anna.userId, reason: "showed an identity card" },
      { action: "factor-removal.carry-out", actor: boris.userId, reason: "called back" },
    ]);
  });

  test("is never removed by one person, whoever that is", async () => {
    const { userId } = await person();
    const { id } = (await propose(anna, userId)).body;
    expect(codeOf(await sign(anna, id))).toBe("403 SAME_PERSON");
    expect(codeOf(await propose(anna, userId))).toBe("409 FACTOR_REMOVAL_WAITS");
    expect(codeOf(await propose(boris, userId))).toBe("409 FACTOR_REMOVAL_WAITS");
    expect(codeOf(await sign(support, id))).toBe("403 FORBIDDEN");
    expect(codeOf(await propose(support, userId))).toBe("403 FORBIDDEN");
    expect(codeOf(await propose(anna, anna.userId))).toBe("403 OWN_ACCOUNT");
    expect(codeOf(await propose(anna, boris.userId))).toBe("409 STAFF_ACCOUNT");
    expect(await isOn(userId)).toBe(true);
    await expect(
      execute(
        owner,
        sql`update back_office_factor_removals set state = 'carried_out', decider_id = proposer_id, decided_at = app_now(),
              decision_reason = 'alone', recovery_id = 1 where id = ${id}`,
      ),
    ).rejects.toThrow("back_office_factor_removals_two_people");
  });

  test("waits on the overview with its age, which leads to whom it is about, until it is decided", async () => {
    const waiting = async () => {
      const { cookie } = support;
      const { factorRemovals } = (await api.call("GET", "/api/desk/overview", { cookie })).body;
      const listed = await api.call("GET", "/api/desk/people?only=factorRemovals", { cookie });
      return { ...factorRemovals, people: listed.body.items.map(({ id }: { id: number }) => id) };
    };
    const before = await waiting();
    const { userId } = await person();
    const { id } = (await propose(anna, userId)).body;
    const old = sql`update back_office_factor_removals set proposed_at = app_now() - interval '3 days' where id = ${id}`;
    await execute(owner, old);
    const after = await waiting();
    expect(after).toEqual({
      count: before.count + 1,
      oldestSeconds: expect.any(Number),
      people: [userId, ...before.people],
    });
    expect(after.oldestSeconds).toBeGreaterThanOrEqual(3 * 86_400);
    expect(codeOf(await reject(boris, id))).toBe("200 rejected");
    expect(await waiting()).toMatchObject({ count: before.count, people: before.people });
  });

  test("is removed once: a repeated signature answers the same, another one finds it decided", async () => {
    const { userId } = await person();
    const { id } = (await propose(anna, userId)).body;
    const key = newKey();
    const both = await Promise.all([sign(boris, id, key), sign(boris, id, key)]);
    expect(both.map(codeOf)).toEqual(["200 carried_out", "200 carried_out"]);
    expect(codeOf(await sign(boris, id))).toBe("409 FACTOR_REMOVAL_DECIDED");
    expect(codeOf(await reject(boris, id))).toBe("409 FACTOR_REMOVAL_DECIDED");
    expect(codeOf(await propose(anna, userId))).toBe("409 PERSON_WITHOUT_FACTOR");
  });

  test("stays where the proposal is refused, taken back or older than seven days", async () => {
    const { userId } = await person();
    const refused = (await propose(anna, userId)).body;
    expect(codeOf(await reject(boris, refused.id))).toBe("200 rejected");
    const taken = (await propose(anna, userId)).body;
    expect(codeOf(await reject(anna, taken.id))).toBe("200 withdrawn");
    const { id } = (await propose(anna, userId)).body;
    await moveClock(owner, "7 days");
    await execute(
      owner,
      sql`update identity_sessions set second_factor_at = app_now(), expires_at = app_now() + interval '1 day'
          where user_id = any (${[boris.userId, support.userId]}::bigint[])`,
    );
    expect(codeOf(await sign(boris, id))).toBe("409 CORRECTION_EXPIRED");
    const { cookie } = support;
    const seen = await api.call("GET", `/api/desk/people/${userId}/factor-removals`, { cookie });
    expect(seen.body.items.map(({ state }: { state: string }) => state)).toEqual([
      "proposed",
      "withdrawn",
      "rejected",
    ]);
    expect(seen.body.items[0].isExpired).toBe(true);
    expect(await isOn(userId)).toBe(true);
  });

  test("that waits to be removed by time is removed at once, and its link cancels nothing any more", async () => {
    const { userId } = await person();
    await execute(
      owner,
      sql`insert into identity_factor_recoveries (user_id, ends_at, cancel_hash, sealed_cancel_token)
          values (${userId}, app_now() + interval '7 days', sha256('link'), 'sealed')`,
    );
    const { id } = (await propose(anna, userId)).body;
    expect(codeOf(await sign(boris, id))).toBe("200 carried_out");
    const states = await rows<{ state: string }>(
      db,
      sql`select state from identity_factor_recoveries where user_id = ${userId} order by id`,
    );
    expect(states.map(({ state }) => state)).toEqual(["cancelled", "done"]);
  });
});
