import { loginAnswer, loginCaller } from "#features/identity/entering/entering.view.ts";
import {
  disableSecondFactorEndpoint,
  enableSecondFactorEndpoint,
  finishLoginEndpoint,
  getSecondFactorEndpoint,
  renewBackupCodesEndpoint,
  setUpSecondFactorEndpoint,
  stepUpEndpoint,
} from "#features/identity/second-factor/second-factor.contract.ts";
import { getSecondFactor } from "#features/identity/second-factor/second-factor.reads.ts";
import {
  disableSecondFactor,
  enableSecondFactor,
  finishLogin,
  renewBackupCodes,
  setUpSecondFactor,
  stepUp,
} from "#features/identity/second-factor/second-factor.writes.ts";
import { sessionTokenOfRequest } from "#features/identity/sessions/sessions.reads.ts";
import { signInCookies } from "#features/identity/sessions/sessions.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { reply, route } from "#lib/api/route.ts";
import { isHttps } from "#lib/https.ts";

function tokenOf(request: Request): string {
  return sessionTokenOfRequest(request) ?? "";
}

/** A browser gets the new token as its cookie, a program in the answer. */
function withToken<Body extends object>(actor: UserActor, body: Body, token: string) {
  return actor.via === "session"
    ? reply(body, { headers: { "set-cookie": signInCookies(token, isHttps) } })
    : reply({ ...body, token });
}

export const secondFactorRoutes = [
  route(finishLoginEndpoint, async ({ db, body, ip, request }) => {
    return loginAnswer(await finishLogin(db, body, loginCaller(request, ip, body.bearer)));
  }),
  route(getSecondFactorEndpoint, ({ db, actor }) => {
    return getSecondFactor(db, actor.userId);
  }),
  route(setUpSecondFactorEndpoint, ({ db, actor, body }) => {
    return setUpSecondFactor(db, actor.userId, body.password);
  }),
  route(enableSecondFactorEndpoint, async ({ db, actor, body, request }) => {
    const { token, backupCodes } = await enableSecondFactor(db, actor.userId, tokenOf(request), body.code);
    return withToken(actor, { backupCodes }, token);
  }),
  route(disableSecondFactorEndpoint, async ({ db, actor, body, request }) => {
    const token = await disableSecondFactor(db, actor.userId, tokenOf(request), body);
    return withToken(actor, { status: "disabled" as const }, token);
  }),
  route(renewBackupCodesEndpoint, async ({ db, actor, body }) => {
    return { backupCodes: await renewBackupCodes(db, actor.userId, body) };
  }),
  route(stepUpEndpoint, async ({ db, actor, body, request }) => {
    await stepUp(db, actor.userId, tokenOf(request), body.code);
    return { status: "shown" as const };
  }),
];
