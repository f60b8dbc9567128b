import { loginCaller, signedInAnswer } from "#features/identity/entering/entering.view.ts";
import { askerOf } from "#features/identity/mail-budget.reads.ts";
import {
  loginByMailCodeEndpoint,
  requestMailCodeEndpoint,
} from "#features/identity/mail-code/mail-code.contract.ts";
import { loginByMailCode, requestMailCode } from "#features/identity/mail-code/mail-code.writes.ts";
import { route } from "#lib/api/route.ts";

/** Logging in with a code by mail. */
export const mailCodeRoutes = [
  route(requestMailCodeEndpoint, async ({ db, body, ip, locale, request, actor }) => {
    const asker = askerOf(request, actor);
    const made = await requestMailCode(db, body.email, { ip, locale, captcha: body.captcha, asker });
    return { status: "code-sent" as const, request: made.request, expiresAt: made.expiresAt.toISOString() };
  }),
  route(loginByMailCodeEndpoint, async ({ db, body, ip, request }) => {
    return signedInAnswer(await loginByMailCode(db, body, loginCaller(request, ip, body.bearer)));
  }),
];
