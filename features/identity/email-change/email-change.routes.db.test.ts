import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import {
  api,
  ask,
  change,
  codeIn,
  confirm,
  emailOf,
  eventsOf,
  givenOwner,
  linkIn,
  mailTo,
  newAddress,
  said,
} from "#features/identity/email-change/email-change.factory.ts";
import { startEmailChange } from "#features/identity/email-change/email-change.writes.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import {
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { forgetExpired } from "#features/identity/sessions/sessions.writes.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

describe("a new address", () => {
  test("counts once its code is entered; the old one is told with a way back, and the log says so", async () => {
    const { email, cookie } = await givenOwner();
    const next = newAddress();
    expect(said(await ask(cookie, ` ${next.toUpperCase()} `))).toBe("202 code-sent");
    expect(await emailOf(cookie)).toBe(email);
    const code = codeIn(await mailTo(next));
    expect((await confirm(cookie, code)).body).toEqual({ status: "changed", email: next });
    expect(await emailOf(cookie)).toBe(next);
    expect(linkIn(await mailTo(email))).toMatch(/^[\w-]{43}$/);
    expect((await eventsOf(cookie))[0]).toMatchObject({ kind: "emailChanged", what: next });
    expect(await emailOf(await signIn(next))).toBe(next);
  });

  test("asks for the password and a fresh second factor, and refuses what is no address or the present one", async () => {
    const { email, userId, cookie } = await givenOwner();
    expect(said(await ask(cookie, newAddress(), "not the password"))).toBe("403 PASSWORD_WRONG");
    expect(said(await ask(cookie, "nobody"))).toBe("400 INVALID_EMAIL");
    expect(said(await ask(cookie, email))).toBe("409 EMAIL_UNCHANGED");
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    expect(said(await ask(cookie, newAddress()))).toBe("403 STEP_UP_NEEDED");
    expect(said(await ask("", newAddress()))).toBe("401 UNAUTHORIZED");
    expect(await mails()).toEqual([]);
  });

  test("takes five wrong codes at most, and thirty minutes", async () => {
    const { cookie } = await givenOwner();
    const next = newAddress();
    await ask(cookie, next);
    const code = codeIn(await mailTo(next));
    const wrong = (code.startsWith("0") ? "1" : "0") + code.slice(1);
    for (let tries = 0; tries < 5; tries += 1)
      expect(said(await confirm(cookie, wrong))).toBe("403 MAIL_CODE_WRONG");
    expect(said(await confirm(cookie, code))).toBe("401 MAIL_CODE_EXPIRED");
    await ask(cookie, next);
    const late = codeIn(await mailTo(next));
    await later("30 minutes");
    expect(said(await confirm(cookie, late))).toBe("401 MAIL_CODE_EXPIRED");
  });

  test("of another account is answered like any other, and nobody is mailed", async () => {
    const { cookie } = await givenOwner();
    const other = await givenOwner();
    expect(said(await ask(cookie, other.email))).toBe("202 code-sent");
    expect(await mails()).toEqual([]);
    expect(said(await confirm(cookie, "1234 5678"))).toBe("403 MAIL_CODE_WRONG");
  });

  test("that somebody took before its code came is refused to who has the code, and nothing changes", async () => {
    const { email, cookie } = await givenOwner();
    const next = newAddress();
    await ask(cookie, next);
    const code = codeIn(await mailTo(next));
    await makeUser(next);
    expect(said(await confirm(cookie, code))).toBe("409 EMAIL_TAKEN");
    expect(await emailOf(cookie)).toBe(email);
    expect(await mails()).toEqual([]);
  });

  test("goes to one of two accounts that confirm it at the same moment", async () => {
    const [one, two] = [await givenOwner(), await givenOwner()];
    const next = newAddress();
    await ask(one.cookie, next);
    const first = codeIn(await mailTo(next));
    await ask(two.cookie, next);
    const second = codeIn(await mailTo(next));
    const both = await Promise.all([confirm(one.cookie, first), confirm(two.cookie, second)]);
    expect(both.map(said).sort()).toEqual(["200 changed", "409 EMAIL_TAKEN"]);
  });

  test("is one at a time: a newer wish ends the code of the one before, and a code counts once, however often it is sent", async () => {
    const { email, userId, cookie } = await givenOwner();
    const [first, second] = [newAddress(), newAddress()];
    await ask(cookie, first);
    const old = codeIn(await mailTo(first));
    await ask(cookie, second);
    const code = codeIn(await mailTo(second));
    if (old !== code) expect(said(await confirm(cookie, old))).toBe("403 MAIL_CODE_WRONG");
    const twice = await Promise.all([confirm(cookie, code), confirm(cookie, code)]);
    expect(twice.map(said)).toEqual(["200 changed", "200 changed"]);
    expect((await confirm(cookie, code)).body).toEqual({ status: "changed", email: second });
    expect(await emailOf(cookie)).toBe(second);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
    const changes = sql`select count(*)::int as rows from identity_email_changes where user_id = ${userId}`;
    expect(await one(db, changes)).toEqual({ rows: 1 });
    expect(said(await confirm(cookie, code.startsWith("0") ? "1234 5678" : "0123 4567"))).toBe(
      "401 MAIL_CODE_EXPIRED",
    );
    await later("30 minutes");
    expect(said(await confirm(cookie, code))).toBe("401 MAIL_CODE_EXPIRED");
  });

  test("that was asked for with a password which has been changed since comes to nothing", async () => {
    const { userId, cookie } = await givenOwner();
    const next = newAddress();
    await ask(cookie, next);
    const code = codeIn(await mailTo(next));
    const proven = await getCredentials(db, userId);
    const change = { currentPassword: PASSWORD, password: "another good phrase" };
    const body = { ...change, endKeys: false, endWebhooks: false };
    expect((await api.call("PUT", "/api/users/password", { cookie, ip: freshIp(), body })).status).toBe(200);
    expect(said(await confirm(cookie, code))).toBe("401 MAIL_CODE_EXPIRED");
    await mails();
    await expect(startEmailChange(db, proven, newAddress())).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
    });
    expect(await mails()).toEqual([]);
  });

  test("leaves no row of itself once its code and its way back have ended", async () => {
    const { email, userId, cookie } = await givenOwner();
    await change(cookie, email, newAddress());
    await ask(cookie, newAddress());
    const count = sql`select count(*)::int as rows from identity_email_changes where user_id = ${userId}`;
    await later("31 minutes");
    await forgetExpired(db);
    expect(await one(db, count)).toEqual({ rows: 1 });
    await later("7 days");
    await forgetExpired(db);
    expect(await one(db, count)).toEqual({ rows: 0 });
    await mails();
  });
});
