import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import {
  api,
  challengeOf,
  codeOf,
  days,
  freshCode,
  kindsOf,
  person,
  post,
  recover,
} from "#features/identity/factor-recovery/factor-recovery.factory.ts";
import {
  freshIp,
  later,
  mails,
  owner,
  PASSWORD,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { SoftAuthenticator } from "#features/identity/passkeys/passkeys.factory.ts";
import { resetClock } from "#lib/testing/move-clock.ts";

afterEach(() => resetClock(owner));

type Owner = Awaited<ReturnType<typeof person>> & { device: SoftAuthenticator; mail: string };

/** Somebody with a passkey, whose factor a stranger wants to get rid of. */
async function attacked(): Promise<Owner> {
  const device = new SoftAuthenticator();
  const made = await person(async (session) => {
    const { options } = (await post("passkeys/options", { password: PASSWORD }, session)).body;
    const passkey = device.make(options);
    expect((await post("passkeys", { name: "Phone", passkey }, session)).status).toBe(201);
  });
  expect(codeOf(await recover(made.email))).toBe("200 waiting");
  const mail = (await mails())[0]?.text ?? "";
  await days(6);
  return { ...made, device, mail };
}

const ways: [string, (owner: Owner) => Promise<unknown>][] = [
  [
    "a login with the code of the application",
    async ({ email }) => {
      const { challenge } = await challengeOf(email);
      return post("login/second-factor", { challenge, code: await freshCode() });
    },
  ],
  [
    "a login with a passkey",
    async ({ device }) => {
      const { options } = (await post("login/passkey/options", {})).body;
      return post("login/passkey", { passkey: device.show(options) });
    },
  ],
  [
    "a passkey in place of the code",
    async ({ email, device }) => {
      const { challenge } = await challengeOf(email);
      const { options } = (await post("login/second-factor/passkey/options", { challenge })).body;
      return post("login/second-factor/passkey", { challenge, passkey: device.show(options) });
    },
  ],
  [
    "a code that is shown again in an open session",
    async ({ session }) => post("second-factor/step-up", { code: await freshCode() }, session),
  ],
  [
    "a press in an open session",
    async ({ session }) => api.call("DELETE", "/api/auth/second-factor/recovery", { cookie: session }),
  ],
  ["the link of its mail", async ({ mail }) => post("cancel-recovery", { token: tokenOf(mail) })],
  [
    "this was not me",
    async ({ session }) => {
      const log = await api.call("GET", "/api/users/security-events", { cookie: session });
      const body = { eventId: log.body.events[0].id };
      const headers = { "idempotency-key": randomUUID() };
      const call = { cookie: session, headers, body, ip: freshIp() };
      return api.call("POST", "/api/users/security-events/not-me", call);
    },
  ],
];

describe("a recovery that waits", () => {
  test.each(ways)(
    "%s cancels it, tells the owner, and the next one waits its whole time",
    async (_way, cancel) => {
      const victim = await attacked();
      const { email, userId } = victim;
      expect(await cancel(victim)).toMatchObject({ status: 200 });
      expect(await kindsOf(userId)).toEqual(["recoveryAsked", "recoveryCancelled"]);
      expect((await mails()).map(({ to, subject }) => [to, subject])).toContainEqual([
        email,
        "Two-factor authentication at SMS Den stays on",
      ]);
      await later("2 days");
      expect((await challengeOf(email)).recovery).toEqual({ endsAt: null });
      const again = await recover(email);
      expect(codeOf(again)).toBe("200 waiting");
      // The mail that it was asked for leaves at once; what is told later is what counts below.
      await mails();
      expect((await challengeOf(email)).recovery).toEqual({ endsAt: again.body.endsAt });
      expect(await days(2)).toEqual([]);
    },
  );

  test("is cancelled once: neither link nor press finds it afterwards", async () => {
    const { session, mail } = await attacked();
    const press = () => api.call("DELETE", "/api/auth/second-factor/recovery", { cookie: session });
    expect(codeOf(await press())).toBe("200 cancelled");
    expect(codeOf(await press())).toBe("404 RECOVERY_NOT_FOUND");
    expect(codeOf(await post("cancel-recovery", { token: tokenOf(mail) }))).toBe("400 LINK_INVALID");
    expect(codeOf(await post("cancel-recovery", { token: "A".repeat(43) }))).toBe("400 LINK_INVALID");
    await mails();
  });

  test("is not cancelled by a login that shows no second factor", async () => {
    const { email, userId } = await attacked();
    await challengeOf(email);
    expect(await kindsOf(userId)).toEqual(["recoveryAsked"]);
    await later("25 hours");
    expect(codeOf(await recover(email))).toBe("200 signed-in");
    await mails();
  });
});
