import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import type { SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import { SOCIAL_RETURN_PATH, type SocialProvider } from "#features/identity/social/social.rules.ts";
import { nowMs } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

type OpenIdClient = {
  readonly id: SocialProvider;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
};

/** What an issuer says about itself is asked for anew after so long: keys and addresses change. */
const KNOWN_FOR_MS = 3_600_000;
const ANSWER_WITHIN_SECONDS = 10;
const known = new Map<string, { readonly asked: Promise<Configuration>; readonly untilMs: number }>();

function returnAddress(): string {
  return env.PUBLIC_URL + SOCIAL_RETURN_PATH;
}

/** What the issuer says about itself, asked for once an hour. Rejects when it cannot be reached. */
function configurationOf({ issuer, clientId, secret }: OpenIdClient): Promise<Configuration> {
  const found = known.get(issuer);
  if (found && found.untilMs > nowMs()) return found.asked;
  const url = new URL(issuer);
  const asked = discovery(url, clientId, secret, undefined, {
    timeout: ANSWER_WITHIN_SECONDS,
    // The id token's signature is checked with the keys that the issuer publishes, not left to the connection it came by.
    // Plain http is for a provider on this machine: to try things out, and for tests.
    execute: [enableNonRepudiationChecks, ...(isOnThisMachine(url) ? [allowInsecureRequests] : [])],
  });
  known.set(issuer, { asked, untilMs: nowMs() + KNOWN_FOR_MS });
  asked.catch(() => known.delete(issuer));
  return asked;
}

function isOnThisMachine({ hostname }: URL): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** An issuer of OpenID Connect: code flow with state, nonce, PKCE and a signed id token, which the library checks. */
export function makeOpenId(client: OpenIdClient): SocialGateway {
  return {
    id: client.id,
    name: client.name,
    async begin({ state, nonce, verifier }) {
      return buildAuthorizationUrl(await configurationOf(client), {
        redirect_uri: returnAddress(),
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async read({ query }, { state, nonce, verifier }) {
      try {
        const configuration = await configurationOf(client);
        const tokens = await authorizationCodeGrant(configuration, new URL(`${returnAddress()}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const said = tokens.claims();
        if (!said) return null;
        // Many issuers tell the address behind the access token alone.
        const more = said.email ? said : await fetchUserInfo(configuration, tokens.access_token, said.sub);
        const address = textOf(more.email);
        return {
          issuer: said.iss,
          subject: said.sub,
          email: address === "" ? null : { address, isConfirmed: more.email_verified === true },
          name: textOf(more.name),
          label: address || textOf(more.name),
        };
      } catch (error) {
        log.info(
          { provider: client.id, reason: (error as Error).name, code: (error as { code?: string }).code },
          "a sign-in elsewhere was not believed",
        );
        return null;
      }
    },
  };
}
