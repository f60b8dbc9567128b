import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import {
  api,
  ask,
  change,
  codeIn,
  emailOf,
  eventsOf,
  givenOwner,
  linkIn,
  mailTo,
  newAddress,
  said,
  send,
  takeBack,
} from "#features/identity/email-change/email-change.factory.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import {
  captcha,
  db,
  later,
  mails,
  makeUser,
  PASSWORD,
  register,
  signIn,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const NEW_PASSWORD = "another good phrase";

/** Sets a password by the link of the mail that waits for this address, and logs in with it. */
async function backIn(email: string): Promise<string> {
  const body = { token: linkIn(await mailTo(email)), password: NEW_PASSWORD };
  expect(said(await send("", "auth/reset-password", body))).toBe("200 password-changed");
  return signIn(email, NEW_PASSWORD);
}

describe("the way back to the old address", () => {
  test("ends sessions, keys and the password, and leads to a new one there; it works once", async () => {
    const { email, cookie } = await givenOwner();
    const { key } = (await send(cookie, "users/api-keys", { name: "bot", scopes: ["read"] })).body;
    const token = await change(cookie, email, newAddress());
    expect(said(await takeBack(token))).toBe("200 taken-back");
    expect(await emailOf(cookie)).toBeUndefined();
    expect((await api.call("GET", "/api/users/me", { bearer: key })).status).toBe(401);
    expect(said(await send("", "auth/login", { email, password: PASSWORD }))).toBe("401 LOGIN_FAILED");
    expect(said(await takeBack(token))).toBe("400 LINK_INVALID");
    const again = await backIn(email);
    expect(await emailOf(again)).toBe(email);
    const kinds = (await eventsOf(again)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["emailTakenBack", "emailChanged"]));
  });

  test("works for seven days, and the address is nobody else's meanwhile", async () => {
    const { email, cookie } = await givenOwner();
    const token = await change(cookie, email, newAddress());
    const taker = { emailKey: email, email, name: "X", passwordHash: "x", locale: "en" } as const;
    expect(await createUser(db, taker)).toBeNull();
    const other = await givenOwner();
    await ask(other.cookie, email);
    expect(await mails()).toEqual([]);
    const late = await givenOwner();
    const lateToken = await change(late.cookie, late.email, newAddress());
    await later("6 days 23 hours");
    expect(said(await takeBack(lateToken))).toBe("200 taken-back");
    await mails();
    await later("1 hour");
    expect(said(await takeBack(token))).toBe("400 LINK_INVALID");
    await ask(await signIn(other.email), email);
    expect(codeIn(await mailTo(email))).toMatch(/^\d{4} \d{4}$/);
  });

  test("is sent again to who asks for a way in or registers at the old address", async () => {
    const { email, cookie } = await givenOwner();
    const token = await change(cookie, email, newAddress());
    const wish = async () => ({ email, captcha: await captcha(0, "mail") });
    await send("", "auth/request-password", await wish());
    expect(linkIn(await mailTo(email))).toBe(token);
    await send("", "auth/login/mail-code/request", await wish());
    expect(linkIn(await mailTo(email))).toBe(token);
    await register(email);
    const registered = await mailTo(email);
    expect([linkIn(registered), codeIn(registered)]).toEqual([token, ""]);
    expect(said(await takeBack(token))).toBe("200 taken-back");
    await mails();
  });

  test("lets the first owner back after a second change, whose own way back ends with it", async () => {
    const { email, cookie } = await givenOwner();
    const [second, third] = [newAddress(), newAddress()];
    const first = await change(cookie, email, second);
    const strangers = await change(cookie, second, third);
    expect(said(await takeBack(first))).toBe("200 taken-back");
    expect(said(await takeBack(strangers))).toBe("400 LINK_INVALID");
    expect(await emailOf(await backIn(email))).toBe(email);
  });

  test("lets the first owner back also when a stranger went one step back before", async () => {
    const { email, cookie } = await givenOwner();
    const [second, third] = [newAddress(), newAddress()];
    const first = await change(cookie, email, second);
    const strangers = await change(cookie, second, third);
    expect(said(await takeBack(strangers))).toBe("200 taken-back");
    expect(said(await takeBack(first))).toBe("200 taken-back");
    expect(await emailOf(await backIn(email))).toBe(email);
  });

  test("takes away a second factor that was turned on since, and keeps one from before", async () => {
    const { email, userId, cookie } = await givenOwner();
    const token = await change(cookie, email, newAddress());
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
    expect(said(await takeBack(token))).toBe("200 taken-back");
    expect(await emailOf(await backIn(email))).toBe(email);

    const careful = await givenOwner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, careful.userId, SEED));
    await execute(
      db,
      sql`update identity_sessions set second_factor_at = app_now() where user_id = ${careful.userId}`,
    );
    const back = await change(careful.cookie, careful.email, newAddress());
    expect(said(await takeBack(back))).toBe("200 taken-back");
    const body = { token: linkIn(await mailTo(careful.email)), password: NEW_PASSWORD };
    await send("", "auth/reset-password", body);
    const login = await send("", "auth/login", { email: careful.email, password: NEW_PASSWORD });
    expect(said(login)).toBe("200 second-factor");
  });

  test("ends a closing that was asked for since: the account is its first owner's and stays open", async () => {
    const { email, userId, cookie } = await givenOwner();
    const token = await change(cookie, email, newAddress());
    await execute(
      db,
      sql`insert into identity_closings (user_id, ends_at, due_at)
          values (${userId}, app_now() + interval '14 days', app_now() + interval '14 days')`,
    );
    expect(await emailOf(cookie)).toBeUndefined();
    expect(said(await takeBack(token))).toBe("200 taken-back");
    const told = (await mails()).filter(({ to }) => to === email);
    const link = told.map(({ text }) => tokenOf(text)).find((one) => one !== "");
    const body = { token: link, password: NEW_PASSWORD };
    expect(said(await send("", "auth/reset-password", body))).toBe("200 password-changed");
    const again = await signIn(email, NEW_PASSWORD);
    expect(await emailOf(again)).toBe(email);
    expect((await eventsOf(again)).map(({ kind }) => kind)).toContain("accountKept");
    await mails();
  });

  test("is gone once when it is opened twice at the same moment, and a made-up one changes nothing", async () => {
    const { email, cookie } = await givenOwner();
    const token = await change(cookie, email, newAddress());
    const both = await Promise.all([takeBack(token), takeBack(token)]);
    expect(both.map(said).sort()).toEqual(["200 taken-back", "400 LINK_INVALID"]);
    expect(said(await takeBack("A".repeat(43)))).toBe("400 LINK_INVALID");
    await mails();
  });

  test("says so where another account has got the old address all the same", async () => {
    const { email, cookie } = await givenOwner();
    const next = newAddress();
    const token = await change(cookie, email, next);
    const other = await makeUser();
    const giveOther = (address: string) =>
      execute(
        db,
        sql`update identity_users set email = ${address}, email_key = ${address} where id = ${other.userId}`,
      );
    await giveOther(email);
    expect(said(await takeBack(token))).toBe("409 EMAIL_TAKEN");
    // The product keeps such an address free, which is what the checks behind this file look for.
    await giveOther(newAddress());
    expect(await emailOf(cookie)).toBe(next);
    await mails();
  });
});
