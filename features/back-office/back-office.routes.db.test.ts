import { Registry } from "prom-client";
import sql from "sql-template-tag";
import { describe, expect, test, vi } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  api,
  boris,
  codeOf,
  db,
  get,
  lead,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { setStaff } from "#features/back-office/staff/staff.writes.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { ClockWatch } from "#lib/clocks/clock-watch.ts";
import { execute, one } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

describe("the gate", () => {
  const paths = [
    "payments",
    "people",
    "corrections",
    "withdrawals",
    "actions",
    "staff",
    "overview",
    "business",
    "standing",
  ];

  test("attack 54: a cookie that says admin, a role in a header, a user's session: the desk does not exist", async () => {
    const userId = await givenCustomer(db, 0);
    const { cookie } = await givenStaff(db, "money-lead");
    await execute(
      owner,
      sql`update identity_users set role = 'user' where id = (select user_id from identity_sessions
            where token_hash = sha256(convert_to(${cookie}, 'UTF8')))`,
    );
    expect(userId).toBeGreaterThan(0);
    for (const path of paths) {
      const strangers: { headers: Record<string, string> }[] = [
        { headers: { cookie: "_adminIdentity=1; _adminIdentity=true" } },
        { headers: { cookie: `_adminIdentity=1; authToken=${cookie}` } },
        { headers: { cookie: "_adminIdentity=1", "x-role": "staff", "x-admin": "1" } },
      ];
      const answers = await Promise.all(
        strangers.map((options) => api.call("GET", `/api/desk/${path}`, options)),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 404, 401]);
    }
    await execute(
      owner,
      sql`delete from identity_staff_permissions where user_id in (
      select p.user_id from identity_staff_permissions p join identity_users u on u.id = p.user_id where u.role = 'user')`,
    );
  });

  test("staff without a second factor are told so and where to set it up; without a permission they see nothing", async () => {
    const plain = await givenStaff(db, "money-lead");
    await execute(
      owner,
      sql`update identity_sessions set second_factor_at = null where user_id = ${plain.userId}`,
    );
    const answer = await get("payments", plain);
    expect(codeOf(answer)).toEqual([403, "SECOND_FACTOR_NEEDED"]);
    expect(answer.body.error.details).toEqual({ setUpAt: "/profile/settings/security" });
    const powerless = await givenStaff(db, null);
    // Their menus follow: `users/me` tells the staff that there is a desk, and nobody else.
    const [known, unknown] = [await getMe(db, plain.userId), await getMe(db, powerless.userId)];
    expect([known.dynamicFields.is_staff, "is_staff" in unknown.dynamicFields]).toEqual([true, false]);
    expect(codeOf(await get("payments", powerless))).toEqual([403, "FORBIDDEN"]);
    expect((await get("standing", powerless)).body).toMatchObject({ permission: null });
    expect((await get("standing", lead)).body).toEqual({
      id: lead.userId,
      permission: "money-lead",
      freshSeconds: expect.any(Number),
    });
  });

  test("support looks and asks, but moves nothing", async () => {
    for (const path of paths) expect((await get(path)).status).toBe(200);
    const userId = await givenCustomer(db, 0);
    const moves = [
      ["corrections", { kind: "adjustment_credit", userId, amountKopecks: 1, reason: "reason" }],
      ["refunds", { paymentId: 1, amountKopecks: 1, reason: "reason" }],
      ["withdrawals/1/steps", { step: "approve", reason: "reason" }],
      ["transfers/1/confirm", { receivedKopecks: 1 }],
      ["claims/1/decide", { decision: "reject", reason: "reason" }],
      ["coupon-batches/1/approve", { reason: "reason" }],
      ["coupon-batches/1/void", { reason: "reason" }],
    ] as const;
    for (const [path, body] of moves)
      expect(codeOf(await send(support, path, body))).toEqual([403, "FORBIDDEN"]);
    for (const [path, body] of moves.slice(1)) expect((await send(anna, path, body)).status).toBe(404);
  });
});

describe("users", () => {
  test("a mailbox of the kind that is thrown away is marked for the staff", async () => {
    const userId = await givenCustomer(db, 0);
    expect((await get(`people/${userId}`)).body.flags.hasDisposableEmail).toBe(false);
    await execute(
      owner,
      sql`update identity_users set email = 'x@mailinator.com', email_key = 'x@mailinator.com' where id = ${userId}`,
    );
    expect((await get(`people/${userId}`)).body.flags.hasDisposableEmail).toBe(true);
  });

  test("are found by id, by the beginning of e-mail or name; what is typed is no pattern", async () => {
    const userId = await givenCustomer(db, 12_345);
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email from identity_users where id = ${userId}`,
    );
    const search = async (text: string) =>
      (await get(`people?search=${encodeURIComponent(text)}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await search(String(userId))).toContain(userId);
    expect(await search(email.slice(0, 12).toUpperCase())).toEqual([userId]);
    expect(await search("%")).toEqual([]);
    expect(await search("_".repeat(5))).toEqual([]);
    const staff = (await get("people?only=staff")).body.items;
    expect(staff.every(({ isStaff }: { isStaff: boolean }) => isStaff)).toBe(true);
    expect((await get(`people/${userId}`)).body).toMatchObject({
      email,
      wallet: { availableKopecks: 12_345 },
      debtKopecks: 0,
      hasApiKey: true,
      sessionsCount: 0,
    });
    expect(codeOf(await get("people/999999"))).toEqual([404, "DESK_NOTHING_THERE"]);
  });

  test("the wallet's history goes back page by page and adds up", async () => {
    const userId = await givenCustomer(db, 0);
    for (let index = 1; index <= 52; index += 1) await givenTopUp(db, { userId, amountKopecks: index * 100 });
    const first = await get(`people/${userId}/ledger`);
    const second = await get(`people/${userId}/ledger?before=${first.body.items.at(-1).id}`);
    const lines = [...first.body.items, ...second.body.items];
    expect(lines).toHaveLength(52);
    const sum = lines.reduce((total: number, { postedKopecks }) => total + postedKopecks, 0);
    expect(sum).toBe(lines[0].postedAfterKopecks);
  });

  test("are suspended and let in again with a reason in the audit, never oneself or the staff", async () => {
    const userId = await givenCustomer(db, 0);
    const stop = (staff: TestStaff, id: number, isSuspended: boolean) =>
      send(staff, `people/${id}/suspend`, { isSuspended, reason: "many cancelled numbers" });
    expect((await stop(support, userId, true)).body.isSuspended).toBe(true);
    expect((await stop(support, userId, false)).body.isSuspended).toBe(false);
    expect(await actionsOf(`user:${userId}`)).toEqual([
      { action: "user.suspend", actor: support.userId },
      { action: "user.let-in", actor: support.userId },
    ]);
    expect(codeOf(await stop(support, support.userId, true))).toEqual([403, "OWN_ACCOUNT"]);
    expect(codeOf(await stop(support, lead.userId, true))).toEqual([409, "STAFF_ACCOUNT"]);
    expect(codeOf(await stop(support, 999_999, true))).toEqual([404, "DESK_NOTHING_THERE"]);
    const stale = await givenStaff(db, "support", { secondsAgo: 700 });
    expect(codeOf(await stop(stale, userId, true))).toEqual([403, "STEP_UP_NEEDED"]);
  });
});

describe("the staff", () => {
  test("a lead gives and takes permissions, at once, of others only, with the audit", async () => {
    const userId = await givenCustomer(db, 0);
    const set = (staff: TestStaff, id: number, permission: string | null) =>
      send(staff, `staff/${id}`, { permission, reason: "joins the team" }, "PUT");
    expect(codeOf(await set(anna, userId, "support"))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await set(lead, lead.userId, null))).toEqual([403, "OWN_ACCOUNT"]);
    const added = await set(lead, userId, "support");
    expect(added.body).toContainEqual(
      expect.objectContaining({ id: userId, permission: "support", hasSecondFactor: false }),
    );
    const member = await givenStaff(db, "money");
    expect((await get("people", member)).status).toBe(200);
    await set(lead, member.userId, null);
    expect((await get("people", member)).status).toBe(404);
    expect((await actionsOf(`user:${userId}`)).map(({ action }) => action)).toEqual(["staff.set"]);
    expect(codeOf(await set(lead, 999_999, "money"))).toEqual([404, "DESK_NOTHING_THERE"]);
    expect((await set(lead, userId, "root")).status).toBe(400);
  });

  test("two leads that end each other's permission at the same moment leave one of them a lead", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const [one, other] = [await givenStaff(db, "money-lead"), await givenStaff(db, "money-lead")];
      const end = ({ userId }: TestStaff, by: TestStaff) =>
        setStaff(
          db,
          { id: userId, permission: null, reason: "leaves the team" },
          { staffId: by.userId, permission: "money-lead", ip: "192.0.2.9" },
        );
      const ended = await Promise.allSettled([end(one, other), end(other, one)]);
      expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = ended.find(({ status }) => status === "rejected");
      expect(refused).toMatchObject({ reason: { code: "FORBIDDEN" } });
      const staff = (await get("staff", lead)).body as { id: number; permission: string | null }[];
      const left = staff.filter(({ id }) => id === one.userId || id === other.userId);
      expect(left.map(({ permission }) => permission)).toEqual(["money-lead"]);
    }
  });

  test("the audit is found by who, what and to whom", async () => {
    const all = (await get("actions")).body.items;
    const some = (await get(`actions?actorId=${lead.userId}&action=staff`)).body.items;
    expect(some.length).toBeGreaterThan(0);
    expect(all.length).toBeGreaterThan(some.length);
    expect(
      some.every((line: { action: string; actor: { name: string } }) => line.action === "staff.set"),
    ).toBe(true);
    const [{ subject }] = some;
    expect((await get(`actions?subject=${subject}`)).body.items.length).toBeGreaterThan(0);
    expect((await get("actions?action=%25")).status).toBe(400);
  });
});

test("what waits is counted, and the last reconciliation is shown with what every check found", async () => {
  await reconcile(db, [
    { name: "good", sql: "select 1 where false" },
    { name: "bad", sql: "select 7 as id" },
  ]);
  const overview = await get("overview");
  expect(overview.body).toMatchObject({ claims: { count: 0 }, lastRun: { offendingCount: 1 } });
  const runs = await get("reconciliations");
  expect(runs.body.items[0]).toMatchObject({ checksCount: 2, offendingCount: 1 });
  const run = await get(`reconciliations/${runs.body.items[0].id}`);
  expect(run.body.findings).toMatchObject([
    { name: "bad", offences: 1, examples: [{ id: 7 }] },
    { name: "good", offences: 0 },
  ]);
  expect((await get("reconciliations/999999")).status).toBe(404);
});

test("referral flags are listed, and only somebody who was brought can be flagged", async () => {
  expect((await get("flags")).body).toEqual({ items: [], hasMore: false });
  expect((await get("flags?only=nonsense")).status).toBe(400);
  const userId = await givenCustomer(db, 0);
  const flag = { isFlagged: true, reason: "same person" };
  expect(codeOf(await send(support, `people/${userId}/referral-flag`, flag))).toEqual([403, "FORBIDDEN"]);
  expect(codeOf(await send(anna, `people/${userId}/referral-flag`, flag))).toEqual([
    404,
    "PERSON_NOT_REFERRED",
  ]);
});

test("nobody of the staff flags themselves, nor whoever they have brought, nor lifts such a flag", async () => {
  const brought = await givenCustomer(db, 0);
  const link = await one<{ id: number }>(
    owner,
    sql`insert into referrals_links (user_id, code, name) values (${anna.userId}, 'annaslink', 'Anna') returning id`,
  );
  await execute(
    owner,
    sql`insert into referrals_people (user_id, referrer_id, link_id) values (${brought}, ${anna.userId}, ${link.id})`,
  );
  const set = (staff: TestStaff, userId: number, isFlagged: boolean) =>
    send(staff, `people/${userId}/referral-flag`, { isFlagged, reason: "same person" });
  const stateOf = () => one(owner, sql`select state from referrals_people where user_id = ${brought}`);
  expect(codeOf(await set(anna, anna.userId, false))).toEqual([403, "OWN_ACCOUNT"]);
  expect(codeOf(await set(anna, brought, true))).toEqual([403, "OWN_ACCOUNT"]);
  expect((await set(boris, brought, true)).status).toBe(200);
  expect(codeOf(await set(anna, brought, false))).toEqual([403, "OWN_ACCOUNT"]);
  expect(await stateOf()).toEqual({ state: "flagged" });
  expect((await set(boris, brought, false)).status).toBe(200);
  expect(await stateOf()).toEqual({ state: "active" });
});

test("coupons are made by leads only, told once, found by their ending and ended", async () => {
  const batch = {
    method: "alipay",
    locale: "cn",
    count: 3,
    amountKopecks: 50_000,
    priceFen: 5_000,
    expiresAt: "2099-01-01T00:00:00.000Z",
    note: "shop 7",
  };
  expect(codeOf(await send(anna, "coupon-batches", batch))).toEqual([403, "FORBIDDEN"]);
  expect((await send(lead, "coupon-batches", batch)).status).toBe(400);
  const { nextYear } = await one<{ nextYear: Date }>(
    owner,
    sql`select app_now() + interval '1 year' as "nextYear"`,
  );
  const right = { ...batch, expiresAt: nextYear.toISOString() };
  const key = newKey();
  const made = await send(lead, "coupon-batches", right, "POST", key);
  expect([made.status, made.body.codes.length]).toEqual([201, 3]);
  expect(codeOf(await send(lead, "coupon-batches", right, "POST", key))).toEqual([409, "BATCH_EXISTS"]);
  const ending = made.body.codes[0].slice(-4);
  expect((await get(`coupons?ending=${ending}`)).body.length).toBeGreaterThan(0);
  expect((await get("coupon-batches")).body.items[0]).toMatchObject({
    count: 3,
    redeemedCount: 0,
    state: "open",
  });
  const ended = await send(anna, `coupon-batches/${made.body.id}/void`, { reason: "lost" });
  expect(ended.body).toEqual({ endedCount: 3 });
});

test("a large batch of coupons waits on the overview and the list until another person than its maker approves it", async () => {
  const { inAYear } = await one<{ inAYear: Date }>(
    owner,
    sql`select app_now() + interval '1 year' as "inAYear"`,
  );
  const made = await send(lead, "coupon-batches", {
    ...{ method: "alipay", locale: "cn", count: 101, amountKopecks: 50_000, priceFen: 5_000 },
    ...{ expiresAt: inAYear.toISOString(), note: "shop 8" },
  });
  expect(made.body.isWaitingForSecond).toBe(true);
  const batch = async () => (await get("coupon-batches")).body.items[0];
  expect(await batch()).toMatchObject({ id: made.body.id, state: "waiting", approvedBy: null });
  expect((await get("overview")).body.couponBatches.count).toBe(1);
  const approve = (staff: TestStaff) =>
    send(staff, `coupon-batches/${made.body.id}/approve`, { reason: "the shop asked" });
  expect(codeOf(await approve(lead))).toEqual([403, "BATCH_OWN"]);
  for (const staff of [anna, anna, boris])
    expect((await approve(staff)).body).toEqual({ status: "approved" });
  expect(await batch()).toMatchObject({ state: "open", approvedBy: { id: anna.userId, name: "Anna" } });
  expect((await get("overview")).body.couponBatches.count).toBe(0);
});

test("a machine whose clock is two hours ahead of the database is shown at the desk until it is right again", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  vi.spyOn(log, "info").mockReturnValue(undefined);
  let aheadMs = 7_200_000;
  const own = { nowMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() };
  const clock = new ClockWatch("worker", new Registry(), { machine: "host-1", own });
  await clock.look(db);
  const { wrongClocks } = (await get("overview")).body;
  expect(wrongClocks).toMatchObject([{ process: "worker", machine: "host-1" }]);
  expect(Math.round(wrongClocks[0].aheadMs / 60_000)).toBe(120);
  aheadMs = 0;
  await clock.look(db);
  expect((await get("overview")).body.wrongClocks).toEqual([]);
  vi.restoreAllMocks();
});
