import { deviceCookie, deviceTokenOf } from "#features/identity/devices/devices.rules.ts";
import type { LoginCaller, OpenedSession, SignedIn } from "#features/identity/entering/entering.writes.ts";
import { sessionTokenOf, signInCookies } from "#features/identity/sessions/sessions.rules.ts";
import { reply } from "#lib/api/route.ts";
import { isHttps } from "#lib/https.ts";

/** Where a login comes from; with `bearer` from a program, whose cookies say nothing. */
export function loginCaller(request: Request, ip: string, bearer: boolean | undefined): LoginCaller {
  const cookie = request.headers.get("cookie");
  const browser = { oldToken: sessionTokenOf(cookie, isHttps), deviceToken: deviceTokenOf(cookie, isHttps) };
  return { ip, userAgent: request.headers.get("user-agent") ?? "", browser: bearer ? null : browser };
}

/** The Set-Cookie headers of a browser that has entered. */
export function entryCookies({ token, deviceToken }: OpenedSession): string[] {
  const known = deviceToken === null ? [] : [deviceCookie(deviceToken, isHttps)];
  return [...signInCookies(token, isHttps), ...known];
}

/** The answer to a login: a browser gets its tokens as cookies, a program the session's in the body. */
export function loginAnswer(session: OpenedSession) {
  const answer = { status: "signed-in" as const, expiresAt: session.expiresAt.toISOString() };
  if (session.deviceToken === null) return { ...answer, token: session.token };
  return reply(answer, { headers: { "set-cookie": entryCookies(session) } });
}

/** The same where a second factor may still be asked for. */
export function signedInAnswer(signedIn: SignedIn) {
  if (signedIn.kind === "signed-in") return loginAnswer(signedIn);
  const { challenge, hasPasskey, recovery, expiresAt } = signedIn;
  const asked = { status: "second-factor" as const, challenge, hasPasskey, recovery };
  return { ...asked, expiresAt: expiresAt.toISOString() };
}
