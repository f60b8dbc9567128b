import { expect } from "vitest";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { emailChangeRoutes } from "#features/identity/email-change/email-change.routes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  db,
  freshIp,
  mails,
  makeUser,
  PASSWORD,
  signIn,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import type { SentMail } from "#lib/testing/run-jobs.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

/** Set-up of the suites of changed addresses, on the database of `identity-routes.factory.ts`. */
export const api = testApi(
  db,
  [
    ...identityRoutes,
    ...apiKeyRoutes,
    ...mailCodeRoutes,
    ...sessionRoutes,
    ...securityLogRoutes,
    ...emailChangeRoutes,
  ],
  resolveActor,
  makeKeyGate(),
);

let addresses = 0;
export const newAddress = () => `other${++addresses}@example.com`;

/** Status and what became of it, in one line. */
export const said = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status}`;
export const send = (cookie: string, path: string, body: object) =>
  api.call("POST", `/api/${path}`, { ...(cookie ? { cookie } : {}), ip: freshIp(), body });
export const ask = (cookie: string, email: string, password = PASSWORD) =>
  send(cookie, "users/email", { email, password });
export const confirm = (cookie: string, code: string) => send(cookie, "users/email/confirm", { code });
export const takeBack = (token: string) => send("", "auth/email-back", { token });
export const emailOf = async (cookie: string) =>
  (await api.call("GET", "/api/users/me", { cookie })).body.email as string | undefined;
export const eventsOf = async (cookie: string) =>
  (await api.call("GET", "/api/users/security-events", { cookie })).body.events as {
    kind: string;
    what: string;
  }[];

/** The last mail to an address since mails were looked at. */
export async function mailTo(address: string): Promise<SentMail | undefined> {
  return (await mails()).filter(({ to }) => to === address).at(-1);
}
export const codeIn = (mail: SentMail | undefined) => /\b\d{4} \d{4}\b/.exec(mail?.text ?? "")?.[0] ?? "";
export const linkIn = (mail: SentMail | undefined) => tokenOf(mail?.text ?? "");

export async function givenOwner() {
  const made = await makeUser();
  return { ...made, cookie: await signIn(made.email) };
}

/** Changes an address by its code; answers the token of the way back, which went to the old one. */
export async function change(cookie: string, from: string, to: string): Promise<string> {
  expect(said(await ask(cookie, to))).toBe("202 code-sent");
  expect(said(await confirm(cookie, codeIn(await mailTo(to))))).toBe("200 changed");
  return linkIn(await mailTo(from));
}
