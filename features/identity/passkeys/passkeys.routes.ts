import { loginAnswer, loginCaller } from "#features/identity/entering/entering.view.ts";
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  listPasskeysEndpoint,
  passkeyLoginEndpoint,
  passkeyLoginOptionsEndpoint,
  passkeySecondFactorEndpoint,
  passkeySecondFactorOptionsEndpoint,
  passkeyStepUpEndpoint,
  passkeyStepUpOptionsEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
} from "#features/identity/passkeys/passkeys.contract.ts";
import { listPasskeys } from "#features/identity/passkeys/passkeys.reads.ts";
import {
  addPasskey,
  beginPasskey,
  finishLoginByPasskey,
  passkeyLogin,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
  secondFactorOptions,
  stepUpByPasskey,
  stepUpOptions,
} from "#features/identity/passkeys/passkeys.writes.ts";
import { sessionTokenOfRequest } from "#features/identity/sessions/sessions.reads.ts";
import { reply, route } from "#lib/api/route.ts";

function tokenOf(request: Request): string {
  return sessionTokenOfRequest(request) ?? "";
}

/** What browsers are handed as it is. */
function asOptions(options: object & { challenge: string }) {
  return { options: { ...options } as { [member: string]: unknown; challenge: string } };
}

/** Passkeys: adding and removing them, signing in with them, and showing them in place of a code. */
export const passkeyRoutes = [
  route(listPasskeysEndpoint, async ({ db, actor }) => ({ passkeys: await listPasskeys(db, actor.userId) })),
  route(beginPasskeyEndpoint, async ({ db, actor, body, request }) =>
    asOptions(await beginPasskey(db, actor.userId, tokenOf(request), body.password)),
  ),
  route(addPasskeyEndpoint, ({ db, actor, body, request }) =>
    addPasskey(db, actor.userId, tokenOf(request), body),
  ),
  route(renamePasskeyEndpoint, ({ db, actor, params, body }) =>
    renamePasskey(db, actor.userId, params.passkeyId, body.name),
  ),
  route(removePasskeyEndpoint, async ({ db, actor, params, body }) => {
    await removePasskey(db, actor.userId, params.passkeyId, body.password);
    return { status: "removed" as const };
  }),
  route(passkeyLoginOptionsEndpoint, async ({ db, ip }) => asOptions(await passkeyLoginOptions(db, ip))),
  route(passkeyLoginEndpoint, async ({ db, body, ip, request }) =>
    loginAnswer(await passkeyLogin(db, body.passkey, loginCaller(request, ip, body.bearer))),
  ),
  route(passkeySecondFactorOptionsEndpoint, async ({ db, body }) =>
    asOptions(await secondFactorOptions(db, body.challenge)),
  ),
  route(passkeySecondFactorEndpoint, async ({ db, body, ip, request }) =>
    loginAnswer(await finishLoginByPasskey(db, body, loginCaller(request, ip, body.bearer))),
  ),
  route(passkeyStepUpOptionsEndpoint, async ({ db, actor, request }) =>
    asOptions(await stepUpOptions(db, actor.userId, tokenOf(request))),
  ),
  route(passkeyStepUpEndpoint, async ({ db, actor, body, request }) => {
    await stepUpByPasskey(db, actor.userId, tokenOf(request), body.passkey);
    return reply({ status: "shown" as const });
  }),
];
