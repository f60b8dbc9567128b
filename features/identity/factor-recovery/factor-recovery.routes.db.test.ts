import sql from "sql-template-tag";
import { afterEach, describe, expect, test } from "vitest";
import {
  api,
  challengeOf,
  codeIn,
  codeOf,
  cookieOf,
  days,
  kindsOf,
  person,
  post,
  recover,
} from "#features/identity/factor-recovery/factor-recovery.factory.ts";
import {
  closeOldRecoveries,
  sendDueNotices,
} from "#features/identity/factor-recovery/recovery-notices.writes.ts";
import { identityChecks } from "#features/identity/identity.checks.ts";
import { recoveryNoticeSent } from "#features/identity/identity.topics.ts";
import {
  captcha,
  db,
  freshIp,
  later,
  mails,
  owner,
  PASSWORD,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { subscribe, type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { resetClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

const NEW = "another good phrase";
const WEEK_MS = 7 * 86_400_000;

const nowOf = async () => (await one<{ now: Date }>(db, sql`select app_now() as now`)).now.getTime();
const works = async (credential: { cookie: string } | { bearer: string }) =>
  (await api.call("GET", "/api/users/me", { ...credential, ip: freshIp() })).status === 200;
const viewOf = async (cookie: string) => (await api.call("GET", "/api/auth/second-factor", { cookie })).body;

afterEach(async () => {
  expect((await listOffences(owner, identityChecks)).filter(({ count }) => count > 0)).toEqual([]);
  await execute(owner, sql`delete from identity_factor_recoveries`);
  await resetClock(owner);
});

describe("who has lost the second factor", () => {
  test("waits seven days, and is told so at once by mail, security log and in every open session", async () => {
    const { email, userId, session } = await person();
    expect((await challengeOf(email)).recovery).toEqual({ endsAt: null });
    const asked = await recover(email);
    expect([codeOf(asked), cookieOf(asked)]).toEqual(["200 waiting", ""]);
    expect(Math.abs(Date.parse(asked.body.endsAt) - (await nowOf()) - WEEK_MS)).toBeLessThan(60_000);
    expect(await viewOf(session)).toMatchObject({ isEnabled: true, recoveryEndsAt: asked.body.endsAt });
    expect(await kindsOf(userId)).toEqual(["recoveryAsked"]);
    const [mail, ...others] = await mails();
    expect([mail?.to, others]).toEqual([email, []]);
    expect(mail?.subject).toBe("Someone wants to turn two-factor authentication at SMS Den off");
    expect(mail?.text).toContain("/recovery?token=");
    expect((await challengeOf(email)).recovery).toEqual({ endsAt: asked.body.endsAt });
  });

  test("is told at the address that was changed lately too, while it may take the account back", async () => {
    const { email, userId } = await person();
    const old = `before-${email}`;
    await execute(
      db,
      sql`insert into identity_email_changes (user_id, old_email, old_email_key, new_email, new_email_key, code_expires_at,
            confirmed_at, back_hash, back_until)
          values (${userId}, ${old}, ${old}, ${email}, ${email}, app_now(), app_now(), sha256('way back'), app_now() + interval '4 days')`,
    );
    await recover(email);
    expect((await mails()).map(({ to }) => to)).toEqual([email, old]);
    expect((await days(3)).map(({ to }) => to)).toEqual([email, old]);
    expect((await days(3)).map(({ to }) => to)).toEqual([email]);
    await execute(owner, sql`delete from identity_email_changes where user_id = ${userId}`);
  });

  test("shortens and restarts nothing by asking again, and the owner is told again on the third and sixth day", async () => {
    const { email } = await person();
    const { endsAt } = (await recover(email)).body;
    await mails();
    expect(await days(2)).toEqual([]);
    expect((await recover(email)).body).toEqual({ status: "waiting", endsAt });
    expect(await mails()).toEqual([]);
    expect(await days(1)).toHaveLength(1);
    expect(await days(2)).toEqual([]);
    const [last] = await days(1);
    expect(last?.subject).toBe("Two-factor authentication at SMS Den will soon be off");
    expect(tokenOf(last?.text ?? "")).toHaveLength(43);
    expect(codeOf(await recover(email))).toBe("200 waiting");
  });

  test("gets in once after the wait; the factor, all sessions and every API key end, and the log tells it", async () => {
    const keys: string[] = [];
    const { email, userId, session } = await person(async (cookie) => {
      const body = { password: PASSWORD };
      keys.push((await api.call("POST", "/api/users/api-key", { cookie, body })).body.apiKey);
    });
    await recover(email);
    await days(7);
    await later("1 hour");
    const entered = await recover(email);
    expect(codeOf(entered)).toBe("200 signed-in");
    const cookie = cookieOf(entered);
    expect([await works({ cookie }), await works({ cookie: session })]).toEqual([true, false]);
    expect(await works({ bearer: keys[0] ?? "" })).toBe(false);
    expect(await viewOf(cookie)).toMatchObject({ isEnabled: false, recoveryEndsAt: null });
    expect(await kindsOf(userId)).toEqual(["recoveryAsked", "recoveryDone"]);
    expect((await mails()).map(({ subject }) => subject)).toContain(
      "Two-factor authentication at SMS Den was turned off without its code",
    );
    const audited = await rows<{ action: string; actorId: number }>(
      db,
      sql`select action, actor_id as "actorId" from identity_audit where subject = ${`user:${userId}`}`,
    );
    expect(audited).toEqual([{ action: "second-factor.recover", actorId: userId }]);
    expect(codeOf(await post("login", { email, password: PASSWORD }))).toBe("200 signed-in");
  });

  test("keeps every withdrawal from being approved for seven days after the factor is gone", async () => {
    const { email, userId } = await person();
    await recover(email);
    await days(7);
    await later("1 hour");
    expect(codeOf(await recover(email))).toBe("200 signed-in");
    const { rest } = await one<{ rest: string }>(
      db,
      sql`select (money_rests_until - decided_at)::text as rest from identity_factor_recoveries where user_id = ${userId}`,
    );
    expect(rest).toBe("7 days");
    await mails();
  });

  test("waits on while a notice was missed, and at least twenty-three hours after the last one", async () => {
    const { email } = await person();
    await recover(email);
    await mails();
    await later("8 days");
    expect(codeOf(await recover(email))).toBe("200 waiting");
    expect(await sendDueNotices(db)).toBe(1);
    expect(await sendDueNotices(db)).toBe(0);
    expect(await mails()).toHaveLength(1);
    await later("22 hours");
    expect(codeOf(await recover(email))).toBe("200 waiting");
    await later("2 hours");
    expect(codeOf(await recover(email))).toBe("200 signed-in");
    await mails();
  });

  test("waits on while a mail of it has not left for the mail server, and gets in a day after it has", async () => {
    const { email, userId } = await person();
    await recover(email);
    await days(7);
    await later("1 hour");
    const { challenge } = await challengeOf(email);
    await post("login/second-factor/recovery/code", { challenge });
    const code = codeIn((await mails()).at(-1)?.text ?? "");
    const which = sql`select id from identity_factor_recoveries where user_id = ${userId}`;
    const { id } = await one<{ id: number }>(db, which);
    const unsent = { to: email, subject: "told", text: "told", html: "told", key: `factor-recovery:${id}:3` };
    await enqueueMail(db, unsent);
    const asked = await post("login/second-factor/recovery", { challenge, code });
    expect(codeOf(asked)).toBe("200 waiting");
    expect(Date.parse(asked.body.endsAt) - (await nowOf())).toBeGreaterThan(22 * 3_600_000);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["told"]);
    await later("22 hours");
    expect(codeOf(await recover(email))).toBe("200 waiting");
    await later("2 hours");
    expect(codeOf(await recover(email))).toBe("200 signed-in");
    await mails();
  });

  test("begins anew when nobody took the end up within seven days", async () => {
    const { email, userId } = await person();
    const first = await recover(email);
    await days(14);
    await later("1 hour");
    expect((await challengeOf(email)).recovery).toEqual({ endsAt: null });
    const again = await recover(email);
    expect(codeOf(again)).toBe("200 waiting");
    expect(Date.parse(again.body.endsAt)).toBeGreaterThan(Date.parse(first.body.endsAt) + WEEK_MS);
    expect(await kindsOf(userId)).toEqual(["recoveryAsked", "recoveryAsked"]);
    await later("200 days");
    await closeOldRecoveries(db);
    await later("200 days");
    await closeOldRecoveries(db);
    const left = await rows(db, sql`select 1 from identity_factor_recoveries where user_id = ${userId}`);
    expect(left).toEqual([]);
    await mails();
  });

  test("gains nothing by a new password, which neither shortens nor ends the wait", async () => {
    const { email } = await person();
    const { endsAt } = (await recover(email)).body;
    await mails();
    await days(2);
    await post("request-password", { email, captcha: await captcha() });
    const token = tokenOf((await mails()).find(({ to }) => to === email)?.text ?? "");
    expect(codeOf(await post("reset-password", { token, password: NEW }))).toBe("200 password-changed");
    expect((await recover(email, NEW)).body).toEqual({ status: "waiting", endsAt });
    await mails();
  });

  test("has open browsers told as often as the owner is mailed", async () => {
    const told: object[] = [];
    const listen = subscribe(recoveryNoticeSent, "test", async (_db, payload) => void told.push(payload));
    const jobs = topicJobs([recoveryNoticeSent] as unknown as Topic<never>[], [listen]);
    const { email, userId } = await person();
    await recover(email);
    await days(7);
    await runDueJobs(db, jobs);
    const { id } = await one<{ id: number }>(
      db,
      sql`select id from identity_factor_recoveries where user_id = ${userId}`,
    );
    const mine = told.filter((payload) => (payload as { userId: number }).userId === userId);
    expect(mine).toEqual([1, 2, 3].map((nth) => ({ userId, recoveryId: id, told: nth })));
  });
});

describe("a recovery", () => {
  test("takes the password: a login by mailed code is not offered one", async () => {
    const { email } = await person();
    const { request } = (await post("login/mail-code/request", { email, captcha: await captcha() })).body;
    const code = codeIn((await mails()).at(-1)?.text ?? "");
    const { body } = await post("login/mail-code", { request, code });
    expect(body).toMatchObject({ status: "second-factor", recovery: null });
    const { challenge } = body;
    expect(codeOf(await post("login/second-factor/recovery/code", { challenge }))).toBe(
      "403 RECOVERY_NOT_OFFERED",
    );
    const answer = { challenge, code: "12345678" };
    expect(codeOf(await post("login/second-factor/recovery", answer))).toBe("403 RECOVERY_NOT_OFFERED");
  });

  test("takes the code that was mailed for this login, within five tries", async () => {
    const { email, userId } = await person();
    const { challenge } = await challengeOf(email);
    const begin = (code: string) => post("login/second-factor/recovery", { challenge, code });
    expect(codeOf(await begin("1234 5678"))).toBe("401 MAIL_CODE_EXPIRED");
    await post("login/second-factor/recovery/code", { challenge });
    const code = codeIn((await mails()).at(-1)?.text ?? "");
    const wrong = code === "0000 0000" ? "0000 0001" : "0000 0000";
    const other = await challengeOf(email);
    const elsewhere = { challenge: other.challenge, code };
    expect(codeOf(await post("login/second-factor/recovery", elsewhere))).toBe("401 MAIL_CODE_EXPIRED");
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const refused = await begin(wrong);
      expect([codeOf(refused), refused.body.error.details.triesLeft]).toEqual([
        "403 MAIL_CODE_WRONG",
        triesLeft,
      ]);
    }
    expect(codeOf(await begin(code))).toBe("401 MAIL_CODE_EXPIRED");
    expect(await kindsOf(userId)).toEqual([]);
  });

  test("is for one call: challenge and code are spent, also where two come at once", async () => {
    const { email, userId } = await person();
    const { challenge } = await challengeOf(email);
    await post("login/second-factor/recovery/code", { challenge });
    const code = codeIn((await mails()).at(-1)?.text ?? "");
    const begin = () => post("login/second-factor/recovery", { challenge, code });
    const both = await Promise.all([begin(), begin()]);
    expect(both.map(codeOf).sort()).toEqual(["200 waiting", "401 CHALLENGE_EXPIRED"]);
    expect(await kindsOf(userId)).toEqual(["recoveryAsked"]);
    await mails();
  });

  test("is not offered to members of the staff", async () => {
    const { email, userId } = await person();
    await execute(owner, sql`update identity_users set role = 'staff' where id = ${userId}`);
    const { challenge, recovery } = await challengeOf(email);
    expect(recovery).toBeNull();
    expect(codeOf(await post("login/second-factor/recovery/code", { challenge }))).toBe(
      "403 RECOVERY_NOT_OFFERED",
    );
  });

  test("mails four codes at once at most, and the fourth recovery waits a day", async () => {
    const { email, session } = await person();
    const { challenge } = await challengeOf(email);
    const mailCode = () => post("login/second-factor/recovery/code", { challenge });
    for (let times = 0; times < 4; times += 1) expect(codeOf(await mailCode())).toBe("202 code-sent");
    expect(codeOf(await mailCode())).toBe("429 TOO_MANY_ATTEMPTS");
    await mails();
    for (let times = 0; times < 3; times += 1) {
      await later("2 hours");
      expect(codeOf(await recover(email))).toBe("200 waiting");
      const ended = await api.call("DELETE", "/api/auth/second-factor/recovery", { cookie: session });
      expect(codeOf(ended)).toBe("200 cancelled");
      await mails();
    }
    await later("2 hours");
    expect(codeOf(await recover(email))).toBe("429 TOO_MANY_ATTEMPTS");
    await later("1 day");
    expect(codeOf(await recover(email))).toBe("200 waiting");
    await mails();
  });
});
