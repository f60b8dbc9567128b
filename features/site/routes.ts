import { siteConfigEndpoint } from "#features/site/contract.ts";
import { siteVariables } from "#features/site/reads.ts";
import { sessionTokenFrom } from "#features/site/rules.ts";
import { reply, route } from "#lib/api/route.ts";
import { cookies, newSessionToken, setCookieHeader } from "#lib/cookies.ts";
import { env } from "#lib/env.ts";

const SESSION_TOKEN_SECONDS = 60 * 86_400;

export const siteRoutes = [
  route(siteConfigEndpoint, ({ request }) => {
    const token = sessionTokenFrom(request.headers.get("x-session-token")) ?? newSessionToken();
    const facts = { ...cookies.sessionToken, maxAgeSeconds: SESSION_TOKEN_SECONDS };
    const isSecure = env.PUBLIC_URL.startsWith("https:");
    return reply(
      { variables: siteVariables() },
      { headers: { "set-cookie": setCookieHeader(facts, token, isSecure) } },
    );
  }),
];
