import sql from "sql-template-tag";
import { expect } from "vitest";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { factorRecoveryRoutes } from "#features/identity/factor-recovery/factor-recovery.routes.ts";
import { sendDueNotices } from "#features/identity/factor-recovery/recovery-notices.writes.ts";
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
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

/** Set-up of the suites of recoveries; each has a database of its own. */
export const api = testApi(
  db,
  [
    ...identityRoutes,
    ...apiKeyRoutes,
    ...mailCodeRoutes,
    ...passkeyRoutes,
    ...secondFactorRoutes,
    ...sessionRoutes,
    ...securityLogRoutes,
    ...factorRecoveryRoutes,
  ],
  resolveActor,
  makeKeyGate(),
);
const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

export const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status ?? "ok"}`;
export const cookieOf = (answer: Answer) =>
  answer.setCookies.flatMap((line) => /^authToken=([^;]+)/.exec(line)?.[1] ?? [])[0] ?? "";

/** Calls below `/api/auth`, with a session where there is one. */
export function post(path: string, body: object, session = ""): Promise<Answer> {
  const cookie = session ? { cookie: session } : {};
  return api.call("POST", `/api/auth/${path}`, { body, ...cookie, ip: freshIp() });
}

/** Somebody with a second factor and a session from before it. */
export async function person(prepare: (session: string) => Promise<unknown> = async () => {}) {
  const { email, userId } = await makeUser();
  const session = await signIn(email);
  await prepare(session);
  await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
  await mails();
  return { email, userId, session };
}

/** A code of the application that was not used yet. */
export async function freshCode(): Promise<string> {
  await later("30 seconds");
  const { ms } = await one<{ ms: number }>(
    db,
    sql`select floor(extract(epoch from app_now()) * 1000)::bigint as ms`,
  );
  return codeAt(SEED, ms);
}

/** The first step of a login, which asks for the second factor. */
export async function challengeOf(email: string, password = PASSWORD) {
  const { body } = await post("login", { email, password });
  expect(body.status).toBe("second-factor");
  return body as { challenge: string; recovery: { endsAt: string | null } | null };
}

export const codeIn = (text: string) => /\d{4} \d{4}/.exec(text)?.[0] ?? "";

/** Password, mailed code and what they come to. */
export async function recover(email: string, password = PASSWORD): Promise<Answer> {
  const { challenge } = await challengeOf(email, password);
  expect(codeOf(await post("login/second-factor/recovery/code", { challenge }))).toBe("202 code-sent");
  const code = codeIn((await mails()).at(-1)?.text ?? "");
  return post("login/second-factor/recovery", { challenge, code });
}

/** Lets days go by as a worker that is never late sees them; answers the mails. */
export async function days(count: number) {
  const sent: Awaited<ReturnType<typeof mails>> = [];
  for (let day = 0; day < count; day += 1) {
    await later("1 day");
    await sendDueNotices(db);
    sent.push(...(await mails()));
  }
  return sent;
}

export const kindsOf = async (userId: number) =>
  (
    await rows<{ kind: string }>(
      db,
      sql`select kind from identity_security_events where user_id = ${userId} and kind like 'recovery%' order by id`,
    )
  ).map(({ kind }) => kind);
