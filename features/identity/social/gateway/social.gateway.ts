import { makeOpenId } from "#features/identity/social/gateway/openid.gateway.ts";
import type { SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import { telegram } from "#features/identity/social/gateway/telegram.gateway.ts";
import type { SocialProvider } from "#features/identity/social/social.rules.ts";
import { env } from "#lib/env.ts";

const GOOGLE = "https://accounts.google.com";

/** A provider as people know it; also one that is not offered any more. */
export function providerName(provider: SocialProvider): string {
  return { google: "Google", telegram: "Telegram", oidc: env.OIDC_NAME }[provider];
}

/** The providers that the settings name, in the order in which they are offered. */
export function socialGateways(): SocialGateway[] {
  const found: SocialGateway[] = [];
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    const client = { clientId: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET };
    found.push(makeOpenId({ id: "google", name: providerName("google"), issuer: GOOGLE, ...client }));
  }
  if (env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET) {
    const client = { clientId: env.OIDC_CLIENT_ID, secret: env.OIDC_CLIENT_SECRET };
    found.push(makeOpenId({ id: "oidc", name: providerName("oidc"), issuer: env.OIDC_ISSUER, ...client }));
  }
  if (env.TELEGRAM_BOT_TOKEN) found.push(telegram(env.TELEGRAM_BOT_TOKEN));
  return found;
}
