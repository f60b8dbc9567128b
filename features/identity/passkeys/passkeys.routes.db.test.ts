import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { type Bent, SoftAuthenticator } from "#features/identity/passkeys/passkeys.factory.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { PASSKEYS_MAX } from "#features/identity/passkeys/passkeys.rules.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { forgetExpired } from "#features/identity/sessions/sessions.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(
  db,
  [...identityRoutes, ...secondFactorRoutes, ...passkeyRoutes, ...sessionRoutes],
  resolveActor,
);
const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const post = (path: string, body?: unknown, cookie?: string) =>
  api.call("POST", `/api/auth/${path}`, {
    ...(body ? { body } : {}),
    ...(cookie ? { cookie } : {}),
    ip: freshIp(),
  });
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status ?? "ok"}`;
const cookieOf = (answer: Answer) => /authToken=([^;]+)/.exec(answer.setCookies[0] ?? "")?.[1] ?? "";

async function optionsToAdd(cookie: string) {
  return (await post("passkeys/options", { password: PASSWORD }, cookie)).body.options;
}

async function addTo(cookie: string, name = "Phone") {
  const device = new SoftAuthenticator();
  const added = await post("passkeys", { name, passkey: device.make(await optionsToAdd(cookie)) }, cookie);
  return { device, added };
}

/** A person with a passkey. */
async function owner() {
  const { email, userId } = await makeUser();
  const cookie = await signIn(email);
  const { device, added } = await addTo(cookie);
  expect(added.status).toBe(201);
  await mails();
  return { email, userId, cookie, device, passkeyId: added.body.id as number };
}

const loginOptions = async () => (await post("login/passkey/options")).body.options as { challenge: string };
async function enter(device: SoftAuthenticator, bent: Bent = {}) {
  return post("login/passkey", { passkey: device.show(await loginOptions(), bent) });
}

describe("a passkey", () => {
  test("is added with the password in hand, is listed, and its owner is told by mail", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    expect(codeOf(await post("passkeys/options", { password: "wrong words" }, cookie))).toBe(
      "403 PASSWORD_WRONG",
    );
    const { added } = await addTo(cookie, "  Anna's phone ");
    expect(added.body).toMatchObject({ name: "Anna's phone", isBackedUp: false, lastUsedAt: null });
    const listed = await api.call("GET", "/api/auth/passkeys", { cookie });
    expect(listed.body.passkeys).toEqual([added.body]);
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "A passkey was added at SMS Den"],
    ]);
  });

  test("signs in by itself, counts as the second factor, and is noted as used", async () => {
    const { email, cookie, device } = await owner();
    const entered = await enter(device);
    expect(codeOf(entered)).toBe("200 signed-in");
    const own = cookieOf(entered);
    expect((await api.call("GET", "/api/users/me", { cookie: own })).body.email).toBe(email);
    const shown = await one(
      db,
      sql`select count(*)::int as n from identity_sessions where second_factor_at is not null`,
    );
    expect(shown).toEqual({ n: 1 });
    const [passkey] = (await api.call("GET", "/api/auth/passkeys", { cookie })).body.passkeys;
    expect(passkey.lastUsedAt).not.toBeNull();
  });

  test("stands in for the code after a password, and the answer to the password says that there is one", async () => {
    const { email, userId, device } = await owner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
    const first = await post("login", { email, password: PASSWORD });
    expect(first.body).toMatchObject({ status: "second-factor", hasPasskey: true });
    const { challenge } = first.body;
    const asked = await post("login/second-factor/passkey/options", { challenge });
    expect(asked.body.options.allowCredentials).toHaveLength(1);
    const passkey = device.show(asked.body.options);
    const done = await post("login/second-factor/passkey", { challenge, passkey });
    expect(codeOf(done)).toBe("200 signed-in");
    expect(codeOf(await post("login/second-factor/passkey", { challenge, passkey }))).toBe(
      "401 CHALLENGE_EXPIRED",
    );
  });

  test("makes the second factor of a session fresh again", async () => {
    const { userId, device, cookie } = await owner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
    const refused = await post("passkeys/options", { password: PASSWORD }, cookie);
    expect(codeOf(refused)).toBe("403 STEP_UP_NEEDED");
    const asked = await post("second-factor/step-up/passkey/options", undefined, cookie);
    const shown = await post(
      "second-factor/step-up/passkey",
      { passkey: device.show(asked.body.options) },
      cookie,
    );
    expect(codeOf(shown)).toBe("200 shown");
    expect((await post("passkeys/options", { password: PASSWORD }, cookie)).status).toBe(200);
  });

  test("is renamed by its owner, and removed with the password: then it opens nothing", async () => {
    const { cookie, device, passkeyId } = await owner();
    const entered = cookieOf(await enter(device));
    const renamed = await api.call("PUT", `/api/auth/passkeys/${passkeyId}`, {
      body: { name: "Key" },
      cookie,
    });
    expect(renamed.body.name).toBe("Key");
    const remove = (password: string) => post(`passkeys/${passkeyId}/remove`, { password }, cookie);
    expect(codeOf(await remove("wrong words"))).toBe("403 PASSWORD_WRONG");
    expect(codeOf(await remove(PASSWORD))).toBe("200 removed");
    expect(codeOf(await remove(PASSWORD))).toBe("404 PASSKEY_NOT_FOUND");
    expect((await mails()).map(({ subject }) => subject)).toEqual(["A passkey was removed at SMS Den"]);
    expect(codeOf(await enter(device))).toBe("403 PASSKEY_REFUSED");
    // The session that it opened goes on, and has no second factor to show any more.
    expect((await api.call("GET", "/api/users/me", { cookie: entered })).status).toBe(200);
  });

  test("of a suspended account opens nothing", async () => {
    const { userId, device } = await owner();
    await suspendUser(db, userId, true);
    expect(codeOf(await enter(device))).toBe("403 ACCOUNT_SUSPENDED");
  });
});

describe("an attacker", () => {
  test("gains nothing by replaying an answer, also at the same moment", async () => {
    const { device } = await owner();
    device.counter = 5;
    const passkey = device.show(await loginOptions());
    const answers = await Promise.all([1, 2, 3, 4].map(() => post("login/passkey", { passkey })));
    expect(answers.map(codeOf).sort()).toEqual(["200 signed-in", ...Array(3).fill("401 PASSKEY_EXPIRED")]);
    expect(codeOf(await post("login/passkey", { passkey }))).toBe("401 PASSKEY_EXPIRED");
  });

  test("cannot use an answer that is too old, or that was made for a challenge of the attacker's own", async () => {
    const { device } = await owner();
    const passkey = device.show(await loginOptions());
    await later("5 minutes 1 second");
    expect(codeOf(await post("login/passkey", { passkey }))).toBe("401 PASSKEY_EXPIRED");
    expect(codeOf(await enter(device, { challenge: "A".repeat(43) }))).toBe("401 PASSKEY_EXPIRED");
  });

  test.each<[string, Bent]>([
    ["signed on another site", { origin: "https://sms-den.evil.example" }],
    ["signed for another domain", { domain: "evil.example" }],
    ["made while adding a passkey", { type: "webauthn.create" }],
    ["without a finger, a face or a PIN", { isUnverified: true }],
    ["that names another owner", { userHandle: Buffer.alloc(16).toString("base64url") }],
    ["that names no owner", { userHandle: null }],
  ])("is refused with an answer %s, and its challenge is spent", async (_what, bent) => {
    const { device, userId } = await owner();
    const options = await loginOptions();
    expect(codeOf(await post("login/passkey", { passkey: device.show(options, bent) }))).toBe(
      "403 PASSKEY_REFUSED",
    );
    expect(codeOf(await post("login/passkey", { passkey: device.show(options) }))).toBe(
      "401 PASSKEY_EXPIRED",
    );
    const sessions = await rows(db, sql`select id from identity_sessions where user_id = ${userId}`);
    expect(sessions).toHaveLength(1);
  });

  test("is refused with a changed signature and with a key that nobody knows", async () => {
    const { device } = await owner();
    const passkey = device.show(await loginOptions());
    const { signature } = new SoftAuthenticator().show({ challenge: "A".repeat(43) }).response;
    const forged = { ...passkey, response: { ...passkey.response, signature } };
    expect(codeOf(await post("login/passkey", { passkey: forged }))).toBe("403 PASSKEY_REFUSED");
    const unknown = new SoftAuthenticator();
    unknown.userHandle = device.userHandle;
    expect(codeOf(await enter(unknown))).toBe("403 PASSKEY_REFUSED");
  });

  test("who copied an authenticator is told by its counter, which never falls", async () => {
    const { device } = await owner();
    device.counter = 7;
    expect(codeOf(await enter(device))).toBe("200 signed-in");
    for (const copied of [7, 6, 0]) {
      device.counter = copied;
      expect(`${copied}: ${codeOf(await enter(device))}`).toBe(`${copied}: 403 PASSKEY_REFUSED`);
    }
    device.counter = 8;
    const both = await Promise.all([1, 2].map(() => enter(device)));
    expect(both.map(codeOf).sort()).toEqual(["200 signed-in", "403 PASSKEY_REFUSED"]);
  });

  test("cannot finish somebody's login or step with a passkey of their own", async () => {
    const victim = await owner();
    const thief = await owner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, victim.userId, SEED));
    const { challenge } = (await post("login", { email: victim.email, password: PASSWORD })).body;
    const { options } = (await post("login/second-factor/passkey/options", { challenge })).body;
    const passkey = thief.device.show(options);
    expect(codeOf(await post("login/second-factor/passkey", { challenge, passkey }))).toBe(
      "403 PASSKEY_REFUSED",
    );
    const step = (await post("second-factor/step-up/passkey/options", undefined, victim.cookie)).body.options;
    const shown = { passkey: thief.device.show(step) };
    expect(codeOf(await post("second-factor/step-up/passkey", shown, victim.cookie))).toBe(
      "403 PASSKEY_REFUSED",
    );
  });

  test("cannot carry a challenge over to another purpose, session or login", async () => {
    const { cookie, device, email } = await owner();
    const other = await signIn(email);
    const step = (await post("second-factor/step-up/passkey/options", undefined, cookie)).body.options;
    expect(codeOf(await post("login/passkey", { passkey: device.show(step) }))).toBe("401 PASSKEY_EXPIRED");
    const shown = { passkey: device.show(step) };
    expect(codeOf(await post("second-factor/step-up/passkey", shown, other))).toBe("401 PASSKEY_EXPIRED");
    const again = (await post("second-factor/step-up/passkey/options", undefined, cookie)).body.options;
    const smuggled = new SoftAuthenticator().make({ ...again, user: { id: "AAAA" } });
    expect(codeOf(await post("passkeys", { name: "x", passkey: smuggled }, cookie))).toBe(
      "401 PASSKEY_EXPIRED",
    );
    const add = await optionsToAdd(cookie);
    const made = { name: "Stolen", passkey: new SoftAuthenticator().make(add) };
    expect(codeOf(await post("passkeys", made, other))).toBe("401 PASSKEY_EXPIRED");
    expect(codeOf(await post("passkeys", made, cookie))).toBe("201 ok");
    await mails();
  });

  test("cannot rename or remove a passkey of somebody else: to them it does not exist", async () => {
    const { passkeyId } = await owner();
    const stranger = await owner();
    const renamed = await api.call("PUT", `/api/auth/passkeys/${passkeyId}`, {
      body: { name: "Mine" },
      cookie: stranger.cookie,
    });
    expect(codeOf(renamed)).toBe("404 PASSKEY_NOT_FOUND");
    const removed = await post(`passkeys/${passkeyId}/remove`, { password: PASSWORD }, stranger.cookie);
    expect(codeOf(removed)).toBe("404 PASSKEY_NOT_FOUND");
  });

  test("cannot register somebody's passkey for an account of their own", async () => {
    const { device } = await owner();
    const thief = await makeUser();
    const cookie = await signIn(thief.email);
    const made = device.make(await optionsToAdd(cookie));
    expect(codeOf(await post("passkeys", { name: "x", passkey: made }, cookie))).toBe("403 PASSKEY_REFUSED");
  });
});

test.each<[string, Bent]>([
  ["another site", { origin: "https://evil.example" }],
  ["another domain", { domain: "evil.example" }],
  ["nobody verified", { isUnverified: true }],
  ["a login", { type: "webauthn.get" }],
])("a passkey made for %s is not added", async (_what, bent) => {
  const { email } = await makeUser();
  const cookie = await signIn(email);
  const passkey = new SoftAuthenticator().make(await optionsToAdd(cookie), bent);
  expect(codeOf(await post("passkeys", { name: "x", passkey }, cookie))).toBe("403 PASSKEY_REFUSED");
  expect((await api.call("GET", "/api/auth/passkeys", { cookie })).body.passkeys).toEqual([]);
});

test("a person has ten passkeys at most, also when the last places are taken at the same moment", async () => {
  const { email, userId } = await makeUser();
  const cookie = await signIn(email);
  for (let number = 1; number < PASSKEYS_MAX - 1; number += 1) await addTo(cookie);
  const offers = await Promise.all([1, 2, 3, 4].map(() => optionsToAdd(cookie)));
  const answers = await Promise.all(
    offers.map((offer) =>
      post("passkeys", { name: "x", passkey: new SoftAuthenticator().make(offer) }, cookie),
    ),
  );
  expect(answers.map(codeOf).sort()).toEqual([
    "201 ok",
    "201 ok",
    "409 PASSKEY_LIMIT_REACHED",
    "409 PASSKEY_LIMIT_REACHED",
  ]);
  expect(codeOf(await post("passkeys/options", { password: PASSWORD }, cookie))).toBe(
    "409 PASSKEY_LIMIT_REACHED",
  );
  const kept = await rows(db, sql`select id from identity_passkeys where user_id = ${userId}`);
  expect(kept).toHaveLength(PASSKEYS_MAX);
  await mails();
});

test("challenges that nobody answers are counted for their network, and forgotten", async () => {
  const ip = freshIp();
  const ask = () => api.call("POST", "/api/auth/login/passkey/options", { ip });
  for (let count = 0; count < 300; count += 1) await ask();
  expect(codeOf(await ask())).toBe("429 TOO_MANY_ATTEMPTS");
  expect((await post("login/passkey/options")).status).toBe(200);
  await later("6 minutes");
  await forgetExpired(db);
  expect(await rows(db, sql`select challenge_hash from identity_passkey_challenges`)).toEqual([]);
});
