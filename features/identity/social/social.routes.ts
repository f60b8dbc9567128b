import { arrivalOf } from "#features/identity/attribution/attribution.rules.ts";
import { deviceCookie } from "#features/identity/devices/devices.rules.ts";
import { loginCaller } from "#features/identity/entering/entering.view.ts";
import type { OpenedSession } from "#features/identity/entering/entering.writes.ts";
import { safeReturnPath } from "#features/identity/identity.rules.ts";
import { signInCookies } from "#features/identity/sessions/sessions.rules.ts";
import type { SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import {
  finishSocialEndpoint,
  linkSocialEndpoint,
  listSocialEndpoint,
  registerSocialEndpoint,
  startSocialEndpoint,
  startSocialLinkEndpoint,
  unlinkSocialEndpoint,
} from "#features/identity/social/social.contract.ts";
import { getSocialView } from "#features/identity/social/social.reads.ts";
import { tripCookie, tripTokenOf } from "#features/identity/social/social.rules.ts";
import {
  type Departed,
  finishSocial,
  linkSocial,
  registerSocial,
  startSocial,
  startSocialLink,
  unlinkSocial,
} from "#features/identity/social/social.writes.ts";
import { reply, route } from "#lib/api/route.ts";
import { isHttps } from "#lib/https.ts";

function outbound({ url, browserToken }: Departed) {
  return reply({ url }, { headers: { "set-cookie": tripCookie(browserToken, isHttps) } });
}

function browserTokenOf(request: Request): string | null {
  return tripTokenOf(request.headers.get("cookie"), isHttps);
}

function sessionHeaders({ token, deviceToken }: OpenedSession) {
  const known = deviceToken === null ? [] : [deviceCookie(deviceToken, isHttps)];
  return { headers: { "set-cookie": [...signInCookies(token, isHttps), ...known] } };
}

/** Signing in with accounts at these providers; always a browser's business, so sessions come as cookies. */
export const makeSocialRoutes = (gateways: readonly SocialGateway[]) => [
  route(startSocialEndpoint, async ({ db, body, ip, locale, request }) => {
    const returnPath = safeReturnPath(body.returnPath);
    const browserToken = browserTokenOf(request);
    return outbound(
      await startSocial(db, gateways, { provider: body.provider, locale, ip, returnPath, browserToken }),
    );
  }),
  route(startSocialLinkEndpoint, async ({ db, actor, body, ip, locale, request }) => {
    const departure = { locale, ip, returnPath: null, browserToken: browserTokenOf(request) };
    const { provider, password } = body;
    return outbound(await startSocialLink(db, gateways, actor.userId, password, { ...departure, provider }));
  }),
  route(finishSocialEndpoint, async ({ db, actor, body, ip, request }) => {
    const viewerId = actor.kind === "user" && actor.via === "session" ? actor.userId : null;
    const caller = loginCaller(request, ip, false);
    const answer = { query: body.query, fragment: body.fragment ?? "" };
    const arrived = await finishSocial(db, gateways, answer, browserTokenOf(request), viewerId, caller);
    const { returnPath } = arrived;
    if (arrived.kind === "linked") return reply({ status: "linked" as const, returnPath });
    if (arrived.kind !== "entered") {
      return reply({ status: arrived.kind, ticket: arrived.ticket, email: arrived.email, returnPath });
    }
    const { signedIn } = arrived;
    const expiresAt = signedIn.expiresAt.toISOString();
    if (signedIn.kind === "signed-in")
      return reply({ status: "signed-in" as const, expiresAt, returnPath }, sessionHeaders(signedIn));
    const { challenge, hasPasskey } = signedIn;
    return reply({ status: "second-factor" as const, challenge, hasPasskey, expiresAt, returnPath });
  }),
  route(registerSocialEndpoint, async ({ db, body, ip, locale, request }) => {
    const arrival = arrivalOf(request.headers.get("cookie"));
    const session = await registerSocial(db, body.ticket, {
      locale,
      arrival,
      caller: loginCaller(request, ip, false),
    });
    const answer = { status: "signed-in" as const, expiresAt: session.expiresAt.toISOString() };
    return reply(answer, { status: 201, ...sessionHeaders(session) });
  }),
  route(linkSocialEndpoint, async ({ db, actor, body }) => {
    await linkSocial(db, gateways, actor.userId, body.ticket);
    return { status: "linked" as const };
  }),
  route(listSocialEndpoint, ({ db, actor }) => getSocialView(db, gateways, actor.userId)),
  route(unlinkSocialEndpoint, async ({ db, actor, params }) => {
    await unlinkSocial(db, actor.userId, params.accountId);
    return { status: "removed" as const };
  }),
];
