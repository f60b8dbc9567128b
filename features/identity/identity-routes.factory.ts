import { expect } from "vitest";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { solveProofOfWork } from "#features/identity/captcha/proof-of-work.client.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of accounts: a test file that imports it has a database of its own. */
const { db, owner } = await useTestDb();

export { db, owner };
export const api = testApi(db, [...identityRoutes, ...sessionRoutes], resolveActor, makeKeyGate());
export const PASSWORD = "correct horse battery";
let people = 0;

/** Its own network for each call, so that only the limit under test is met. */
export const freshIp = () => `198.51.${Math.floor(people / 250)}.${(people++ % 250) + 1}`;

export async function captcha(level = 0, purpose = "login"): Promise<string> {
  const { body } = await api.call("GET", `/api/auth/captcha?for=${purpose}&level=${level}`);
  expect(body.provider).toBe("proof-of-work");
  return (await solveProofOfWork(body.challenge)) ?? "";
}

export async function makeUser(email = `person${++people}@example.com`) {
  const userId = await createUser(db, {
    email,
    emailKey: email,
    name: "Person",
    passwordHash: await hashPassword(PASSWORD),
    locale: "en",
  });
  return { email, userId: userId! };
}

export async function signIn(email: string, password = PASSWORD) {
  const answer = await api.call("POST", "/api/auth/login", { body: { email, password }, ip: freshIp() });
  expect(answer.status).toBe(200);
  return /authToken=([^;]+)/.exec(answer.setCookies[0] ?? "")?.[1] ?? "";
}

type RegisterOptions = { locale?: string; name?: string; password?: string; returnPath?: string };

export async function register(email: string, options: RegisterOptions = {}) {
  return api.call("POST", "/api/auth/registration", {
    ip: freshIp(),
    locale: options.locale,
    body: {
      email,
      name: options.name,
      password: options.password ?? PASSWORD,
      agreePrivacy: true,
      agreeOffer: true,
      ...(options.returnPath === undefined ? {} : { returnPath: options.returnPath }),
      captcha: await captcha(),
    },
  });
}

export const mails = () => runDueJobs(db, identityJobs);
export const tokenOf = (text: string) => /(?:token=|\/confirm\/)([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";

export async function later(interval: string) {
  await moveClock(owner, interval);
}
