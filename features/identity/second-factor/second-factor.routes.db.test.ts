import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import { createUser, suspendUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(
  db,
  [...identityRoutes, ...secondFactorRoutes, ...sessionRoutes],
  resolveActor,
  makeKeyGate(),
);
const PASSWORD = "correct horse battery";
const passwordHash = await hashPassword(PASSWORD);
let people = 0;

const post = (path: string, body: unknown, cookie?: string) =>
  api.call("POST", `/api/auth/${path}`, { body, cookie, ip: `198.51.100.${(people % 250) + 1}` });
const cookieOf = (answer: Answer) => /authToken=([^;]+)/.exec(answer.setCookies[0] ?? "")?.[1] ?? "";
const codeOf = (answer: Answer) => [answer.status, answer.body.error?.code];

async function later(interval: string) {
  await execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
}

/** The database's time in ms: codes are judged by it. */
async function nowMs(): Promise<number> {
  const { ms } = await one<{ ms: number }>(
    db,
    sql`select floor(extract(epoch from app_now()) * 1000)::bigint as ms`,
  );
  return ms;
}

/** The next code that was not used yet. */
async function freshCode(seed: string): Promise<string> {
  await later("30 seconds");
  return codeAt(seed, await nowMs());
}

async function person() {
  people += 1;
  const email = `two${people}@example.com`;
  const userId = await createUser(db, { email, emailKey: email, name: "Person", passwordHash, locale: "en" });
  return { email, userId: userId! };
}

async function withSecondFactor() {
  const { email, userId } = await person();
  const first = cookieOf(await post("login", { email, password: PASSWORD }));
  const setup = await post("second-factor/setup", { password: PASSWORD }, first);
  const seed = setup.body.seed as string;
  const enabled = await post("second-factor/enable", { code: codeAt(seed, await nowMs()) }, first);
  expect(enabled.status).toBe(200);
  return {
    email,
    userId,
    seed,
    first,
    cookie: cookieOf(enabled),
    backupCodes: enabled.body.backupCodes as string[],
  };
}

async function challengeFor(email: string): Promise<string> {
  const answer = await post("login", { email, password: PASSWORD });
  expect(answer.body.status).toBe("second-factor");
  expect(answer.setCookies).toEqual([]);
  return answer.body.challenge;
}

test("new codes wait for the account before they hold its second factor, as a login does", async () => {
  const { email, userId } = await person();
  const begun = cookieOf(await post("login", { email, password: PASSWORD }));
  const { seed } = (await post("second-factor/setup", { password: PASSWORD }, begun)).body;
  const ways: readonly ((cookie: string, code: string) => Promise<Answer>)[] = [
    (cookie, code) => post("second-factor/enable", { code }, cookie),
    (cookie, code) => post("second-factor/backup-codes", { password: PASSWORD, code }, cookie),
  ];
  let cookie = begun;
  for (const way of ways) {
    const code = await freshCode(seed);
    const answer = await askBehind(
      db,
      (tx) => lockPerson(tx, userId),
      () => way(cookie, code),
      async () => {
        const free = sql`select 1 from identity_second_factors where user_id = ${userId} for update skip locked`;
        expect(await rows(db, free)).toHaveLength(1);
      },
    );
    expect(answer.status).toBe(200);
    cookie = cookieOf(answer) || cookie;
  }
  await runDueJobs(db, identityJobs);
});

describe("turning it on", () => {
  test("takes the password and the first code; ten backup codes, a new token, other sessions end, a mail tells", async () => {
    const { email } = await person();
    const cookie = cookieOf(await post("login", { email, password: PASSWORD }));
    const other = cookieOf(await post("login", { email, password: PASSWORD }));
    expect(codeOf(await post("second-factor/setup", { password: "wrong password" }, cookie))).toEqual([
      403,
      "PASSWORD_WRONG",
    ]);
    const setup = await post("second-factor/setup", { password: PASSWORD }, cookie);
    expect(setup.status).toBe(201);
    const { seed } = setup.body;
    expect((await api.call("GET", "/api/auth/second-factor", { cookie })).body.isEnabled).toBe(false);
    expect(codeOf(await post("second-factor/enable", { code: "000000" }, cookie))).toEqual([
      403,
      "SECOND_FACTOR_WRONG",
    ]);
    const enabled = await post("second-factor/enable", { code: codeAt(seed, await nowMs()) }, cookie);
    expect(enabled.body.backupCodes).toHaveLength(10);
    expect(new Set(enabled.body.backupCodes).size).toBe(10);
    const renewed = cookieOf(enabled);
    for (const ended of [cookie, other]) {
      expect((await api.call("GET", "/api/users/me", { cookie: ended })).status).toBe(401);
    }
    const me = await api.call("GET", "/api/users/me", { cookie: renewed });
    expect(me.body.dynamicFields.settings.two_factor_enabled).toBe(true);
    expect((await api.call("GET", "/api/auth/second-factor", { cookie: renewed })).body).toMatchObject({
      isEnabled: true,
      backupCodesLeft: 10,
    });
    expect(codeOf(await post("second-factor/setup", { password: PASSWORD }, renewed))).toEqual([
      409,
      "SECOND_FACTOR_ON",
    ]);
    const mails = await runDueJobs(db, identityJobs);
    expect(mails.map(({ subject }) => subject)).toEqual(["Two-factor authentication at SMS Den is on"]);
  });

  test("a seed that was shown an hour ago takes no code any more", async () => {
    const { email } = await person();
    const cookie = cookieOf(await post("login", { email, password: PASSWORD }));
    const { seed } = (await post("second-factor/setup", { password: PASSWORD }, cookie)).body;
    await later("61 minutes");
    expect(codeOf(await post("second-factor/enable", { code: codeAt(seed, await nowMs()) }, cookie))).toEqual(
      [409, "SECOND_FACTOR_OFF"],
    );
  });

  test("the seed lies sealed, backup codes as hashes; a key of programs can do nothing of this", async () => {
    const { userId, seed, backupCodes } = await withSecondFactor();
    const { stored } = await one<{ stored: string }>(
      owner,
      sql`select f::text || string_agg(c::text, '') as stored from identity_second_factors f
          join identity_backup_codes c on c.user_id = f.user_id where f.user_id = ${userId} group by f.*`,
    );
    for (const secret of [seed, ...backupCodes, ...backupCodes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(secret);
    }
    const key = await rotateApiKey(db, userId);
    for (const path of ["setup", "enable", "disable", "backup-codes", "step-up"]) {
      const body = {
        setup: { password: PASSWORD },
        enable: { code: "000000" },
        "step-up": { code: "000000" },
      }[path];
      const answer = await api.call("POST", `/api/auth/second-factor/${path}`, {
        bearer: key,
        body: body ?? { password: PASSWORD, code: "000000" },
      });
      expect(codeOf(answer)).toEqual([403, "SESSION_NEEDED"]);
    }
  });
});

describe("login", () => {
  test("attack 34: after the password there is no session, and the challenge opens nothing but the second step", async () => {
    const { email, seed } = await withSecondFactor();
    const challenge = await challengeFor(email);
    for (const path of ["/api/users/me", "/api/auth/sessions", "/api/sms-users/balance"]) {
      expect([401, 404]).toContain((await api.call("GET", path, { cookie: challenge })).status);
      expect([401, 404]).toContain((await api.call("GET", path, { bearer: challenge })).status);
    }
    expect((await api.call("GET", "/api/users/me", { bearer: challenge })).status).toBe(401);
    const done = await post("login/second-factor", { challenge, code: await freshCode(seed) });
    expect([done.status, done.body.status]).toEqual([200, "signed-in"]);
    expect((await api.call("GET", "/api/users/me", { cookie: cookieOf(done) })).body.email).toBe(email);
  });

  test("attack 31: a code works once, for whatever; the code that turned it on is spent as well", async () => {
    const { email, seed, cookie } = await withSecondFactor();
    const enabling = codeAt(seed, await nowMs());
    expect(
      codeOf(await post("login/second-factor", { challenge: await challengeFor(email), code: enabling })),
    ).toEqual([403, "SECOND_FACTOR_WRONG"]);
    const code = await freshCode(seed);
    expect((await post("login/second-factor", { challenge: await challengeFor(email), code })).status).toBe(
      200,
    );
    expect((await post("login/second-factor", { challenge: await challengeFor(email), code })).status).toBe(
      403,
    );
    expect((await post("second-factor/step-up", { code }, cookie)).status).toBe(403);
  });

  test("attack 31b: codes two steps away are refused; one step away is taken, and then nothing older", async () => {
    const { email, seed } = await withSecondFactor();
    await later("5 minutes");
    const at = await nowMs();
    const tryCode = async (steps: number) =>
      (
        await post("login/second-factor", {
          challenge: await challengeFor(email),
          code: codeAt(seed, at + steps * 30_000),
        })
      ).status;
    expect([await tryCode(-2), await tryCode(2)]).toEqual([403, 403]);
    expect([await tryCode(1), await tryCode(0), await tryCode(-1)]).toEqual([200, 403, 403]);
  });

  test("attack 33: a backup code works once, and its owner is told by mail", async () => {
    const { email, backupCodes } = await withSecondFactor();
    await runDueJobs(db, identityJobs);
    const [code = ""] = backupCodes;
    const use = async (text: string) =>
      (await post("login/second-factor", { challenge: await challengeFor(email), code: text })).status;
    expect(await use(code.toUpperCase())).toBe(200);
    expect(await use(code)).toBe(403);
    expect(await use(backupCodes[1]?.replaceAll("-", " ") ?? "")).toBe(200);
    const mails = await runDueJobs(db, identityJobs);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("A backup code was used at SMS Den"));
  });

  test("five wrong codes close it for 15 minutes, for codes and backup codes, whatever challenge they come with", async () => {
    const { email, seed, cookie, backupCodes } = await withSecondFactor();
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      const code = wrong % 2 ? "000000" : "aaaa-aaaa-aaaa-aaaa";
      const answer = await post("login/second-factor", { challenge: await challengeFor(email), code });
      expect(codeOf(answer)).toEqual([403, "SECOND_FACTOR_WRONG"]);
    }
    const right = await freshCode(seed);
    const locked = await post("login/second-factor", { challenge: await challengeFor(email), code: right });
    expect(codeOf(locked)).toEqual([429, "SECOND_FACTOR_LOCKED"]);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(locked.body.message).toBe("Too many wrong codes. Try again in 15 minutes.");
    const backup = await post("login/second-factor", {
      challenge: await challengeFor(email),
      code: backupCodes[0],
    });
    expect(backup.status).toBe(429);
    expect((await post("second-factor/step-up", { code: right }, cookie)).status).toBe(429);
    await later("15 minutes 1 second");
    const open = await post("login/second-factor", {
      challenge: await challengeFor(email),
      code: codeAt(seed, await nowMs()),
    });
    expect(open.status).toBe(200);
  });

  test("forty guesses at the same moment get no more than five comparisons; of forty right codes one counts", async () => {
    const { email } = await withSecondFactor();
    const challenge = await challengeFor(email);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post("login/second-factor", { challenge, code: String(index).padStart(6, "0") }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    const second = await withSecondFactor();
    const code = await freshCode(second.seed);
    const challenges = [];
    for (let index = 0; index < 8; index += 1) challenges.push(await challengeFor(second.email));
    const answers = await Promise.all(
      challenges.map((one) => post("login/second-factor", { challenge: one, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a challenge works once, ten minutes long, not for the suspended, and not after a new password", async () => {
    const { email, userId, seed, cookie } = await withSecondFactor();
    const challenge = await challengeFor(email);
    expect((await post("login/second-factor", { challenge, code: await freshCode(seed) })).status).toBe(200);
    const finish = async (token: string) =>
      codeOf(await post("login/second-factor", { challenge: token, code: await freshCode(seed) }));
    expect(await finish(challenge)).toEqual([401, "CHALLENGE_EXPIRED"]);
    expect(await finish("A".repeat(43))).toEqual([401, "CHALLENGE_EXPIRED"]);
    const old = await challengeFor(email);
    await later("10 minutes 1 second");
    expect(await finish(old)).toEqual([401, "CHALLENGE_EXPIRED"]);
    const beforeChange = await challengeFor(email);
    const changed = await api.call("PUT", "/api/users/password", {
      cookie,
      body: { currentPassword: PASSWORD, password: "another good passphrase" },
    });
    expect(changed.status).toBe(200);
    expect(await finish(beforeChange)).toEqual([401, "CHALLENGE_EXPIRED"]);
    await execute(owner, sql`update identity_users set password_hash = ${passwordHash} where id = ${userId}`);
    const suspended = await challengeFor(email);
    await withTransaction(db, (tx) => suspendUser(tx, userId, true));
    expect(await finish(suspended)).toEqual([403, "ACCOUNT_SUSPENDED"]);
  });

  test("attack 35: a new password by mail leaves the second factor on", async () => {
    const { email, seed } = await withSecondFactor();
    await runDueJobs(db, identityJobs);
    await execute(
      db,
      sql`insert into identity_password_resets (email_key, locale, user_id, token_hash, expires_at)
          select ${email}, 'en', id, sha256(${Buffer.from("B".repeat(43))}), app_now() + interval '1 hour'
          from identity_users where email_key = ${email}`,
    );
    const reset = await api.call("POST", "/api/auth/reset-password", {
      body: { token: "B".repeat(43), password: "a fresh long passphrase" },
    });
    expect(reset.status).toBe(200);
    expect(reset.setCookies.join()).not.toMatch(/authToken=[^;]/);
    const login = await post("login", { email, password: "a fresh long passphrase" });
    expect(login.body.status).toBe("second-factor");
    const done = await post("login/second-factor", {
      challenge: login.body.challenge,
      code: await freshCode(seed),
    });
    expect(done.status).toBe(200);
  });

  test("the browser's earlier session ends with the second step, not with the first", async () => {
    const { email, seed, cookie } = await withSecondFactor();
    const begun = await post("login", { email, password: PASSWORD }, cookie);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(200);
    await post(
      "login/second-factor",
      { challenge: begun.body.challenge, code: await freshCode(seed) },
      cookie,
    );
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
  });

  test("a program gets its token in the answer and no cookie", async () => {
    const { email, seed } = await withSecondFactor();
    const begun = await post("login", { email, password: PASSWORD, bearer: true });
    const code = await freshCode(seed);
    const done = await post("login/second-factor", { challenge: begun.body.challenge, code, bearer: true });
    expect(done.setCookies).toEqual([]);
    expect((await api.call("GET", "/api/users/me", { bearer: done.body.token })).status).toBe(200);
  });
});

describe("turning it off, and new backup codes", () => {
  test("both take password and code; off ends the other sessions and the backup codes", async () => {
    const { email, seed, cookie, backupCodes } = await withSecondFactor();
    const off = (password: string, code: string) => post("second-factor/disable", { password, code }, cookie);
    expect(codeOf(await off("wrong password", await freshCode(seed)))).toEqual([403, "PASSWORD_WRONG"]);
    expect(codeOf(await off(PASSWORD, "000000"))).toEqual([403, "SECOND_FACTOR_WRONG"]);
    const renewed = await post(
      "second-factor/backup-codes",
      { password: PASSWORD, code: await freshCode(seed) },
      cookie,
    );
    expect(renewed.body.backupCodes).toHaveLength(10);
    expect(codeOf(await off(PASSWORD, backupCodes[0] ?? ""))).toEqual([403, "SECOND_FACTOR_WRONG"]);
    const done = await off(PASSWORD, renewed.body.backupCodes[3]);
    expect([done.status, done.body.status]).toEqual([200, "disabled"]);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
    const after = cookieOf(done);
    expect((await api.call("GET", "/api/auth/second-factor", { cookie: after })).body.isEnabled).toBe(false);
    expect((await post("login", { email, password: PASSWORD })).body.status).toBe("signed-in");
    expect(codeOf(await post("second-factor/step-up", { code: "000000" }, after))).toEqual([
      409,
      "SECOND_FACTOR_OFF",
    ]);
  });
});
