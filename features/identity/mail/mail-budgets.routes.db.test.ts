import { describe, expect, test } from "vitest";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  register,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...mailCodeRoutes], resolveActor);

const doors = {
  reset: "request-password",
  code: "login/mail-code/request",
  registration: "resend-confirmation",
} as const;
type Door = keyof typeof doors;

const ask = async (door: Door, email: string, cookie?: string): Promise<Answer> =>
  api.call("POST", `/api/auth/${doors[door]}`, {
    body: { email, captcha: await captcha(0, "mail") },
    ip: freshIp(),
    ...(cookie ? { headers: { cookie } } : {}),
  });

/** Asks until it is refused; answers how many mails were granted. */
async function askAll(door: Door, email: string, cookie?: string): Promise<number> {
  for (let granted = 0; granted < 20; granted += 1) {
    const { status, body } = await ask(door, email, cookie);
    if (status === 202) continue;
    expect([status, body.error.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    return granted;
  }
  throw new Error("never refused");
}

/** Somebody who is signed in, with the cookies of that browser. */
async function givenOwner() {
  const { email } = await makeUser();
  const answer = await api.call("POST", "/api/auth/login", {
    body: { email, password: PASSWORD },
    ip: freshIp(),
  });
  const tokenOf = (name: string) =>
    answer.setCookies.flatMap((line) => new RegExp(`^${name}=([\\w-]{43});`).exec(line)?.[1] ?? [])[0] ?? "";
  return {
    email,
    device: `known-device=${tokenOf("known-device")}`,
    session: `authToken=${tokenOf("authToken")}`,
  };
}

describe("mails that strangers ask for", () => {
  test("of one purpose leave the others open: four an hour each", async () => {
    const { email } = await makeUser();
    expect(await askAll("reset", email)).toBe(4);
    expect(await askAll("code", email)).toBe(4);
    expect(await askAll("registration", email)).toBe(4);
    expect((await ask("reset", email)).status).toBe(429);
    expect((await register(email)).status).toBe(429);
    expect(await mails()).toHaveLength(8);
    await later("5 minutes");
    expect((await ask("reset", email)).status).toBe(202);
    await mails();
  });

  test.each(["reset", "code"] as const)(
    "do not shut the owner's own browser out of %s, be it known by its cookie or signed in",
    async (door) => {
      const { email, device, session } = await givenOwner();
      expect(await askAll(door, email)).toBe(4);
      expect((await ask(door, email, device)).status).toBe(202);
      expect((await ask(door, email, session)).status).toBe(202);
      expect((await mails()).filter(({ to }) => to === email)).toHaveLength(6);
    },
  );

  test("are strangers' also with the cookies of another account, or made-up ones", async () => {
    const { email } = await makeUser();
    const other = await givenOwner();
    expect(await askAll("reset", email)).toBe(4);
    for (const cookie of [other.device, other.session, `known-device=${"A".repeat(43)}`]) {
      expect((await ask("reset", email, cookie)).status).toBe(429);
    }
    await mails();
  });
});

test("mails that an owner's browsers ask for are bounded too, in all of them together, and leave strangers' as they were", async () => {
  const { email, device, session } = await givenOwner();
  expect(await askAll("reset", email, device)).toBe(4);
  expect((await ask("reset", email, session)).status).toBe(429);
  expect(await askAll("reset", email)).toBe(4);
  await mails();
});
