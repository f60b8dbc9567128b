import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { proveForMoney } from "#features/identity/api-keys/key-proof.writes.ts";
import {
  confirmEmailChangeEndpoint,
  startEmailChangeEndpoint,
  takeEmailBackEndpoint,
} from "#features/identity/email-change/email-change.contract.ts";
import { confirmEmailChange, startEmailChange } from "#features/identity/email-change/email-change.writes.ts";
import { takeEmailBack } from "#features/identity/email-change/taking-back.writes.ts";
import { signOutCookies } from "#features/identity/sessions/sessions.rules.ts";
import { reply, route } from "#lib/api/route.ts";
import { isHttps } from "#lib/https.ts";

export const emailChangeRoutes = [
  route(startEmailChangeEndpoint, async ({ db, actor, body }) => {
    const owner = await proveForMoney(db, actor, body.password);
    await startEmailChange(db, owner, body.email);
    return { status: "code-sent" as const };
  }),
  route(confirmEmailChangeEndpoint, async ({ db, actor, body }) => {
    return { status: "changed" as const, email: await confirmEmailChange(db, actor.userId, body.code) };
  }),
  route(takeEmailBackEndpoint, async ({ db, body, ip }) => {
    forgetApiKeys(await takeEmailBack(db, body.token, ip));
    return reply({ status: "taken-back" as const }, { headers: { "set-cookie": signOutCookies(isHttps) } });
  }),
];
