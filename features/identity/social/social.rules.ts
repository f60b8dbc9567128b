import { cookieIn, cookies, setCookieHeader, wireName } from "#lib/cookies.ts";

/** Whose accounts open ours; which of them are offered is the settings' to say. */
export const socialProviders = ["google", "oidc", "telegram"] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** A provider that is set up, by the name that people know it by. */
export type OfferedProvider = { readonly id: SocialProvider; readonly name: string };

/** The way to a provider and back takes so long at most. */
export const TRIP_MINUTES = 10;
/** Agreeing, or logging in to the account that has the address, takes so long at most. */
export const TICKET_MINUTES = 15;
/** Where providers send people back to, without a language: it is written in the provider's own settings. */
export const SOCIAL_RETURN_PATH = "/authorization/social";

const TRIP_TOKEN = /^[\w-]{43}$/;

/** The Set-Cookie header that binds a way to a provider to the browser that began it. */
export function tripCookie(token: string, isHttps: boolean): string {
  return setCookieHeader(cookies.socialTrip, token, isHttps);
}

/** The token of that cookie, or null. */
export function tripTokenOf(cookieHeader: string | null, isHttps: boolean): string | null {
  return cookieIn(cookieHeader, wireName(cookies.socialTrip, isHttps), TRIP_TOKEN);
}
