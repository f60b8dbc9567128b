import { siteConfigEndpoint } from "#features/site/site.contract.ts";
import { countryOf, siteVariables } from "#features/site/site.reads.ts";
import { sessionTokenFrom } from "#features/site/site.rules.ts";
import { reply, route } from "#lib/api/route.ts";
import { allowsStatistics, cookieIn, cookies, newSessionToken, setCookieHeader } from "#lib/cookies.ts";
import { isHttps } from "#lib/https.ts";

const SESSION_TOKEN_SECONDS = 60 * 86_400;

export const siteRoutes = [
  route(siteConfigEndpoint, ({ request, locale }) => {
    const config = { variables: siteVariables(locale), country: countryOf(request.headers) };
    if (!allowsStatistics(cookieIn(request.headers.get("cookie"), cookies.cookieNotice.name, /^\w+$/))) {
      return config;
    }
    const token = sessionTokenFrom(request.headers.get("x-session-token")) ?? newSessionToken();
    const facts = { ...cookies.sessionToken, maxAgeSeconds: SESSION_TOKEN_SECONDS };
    return reply(config, { headers: { "set-cookie": setCookieHeader(facts, token, isHttps) } });
  }),
];
