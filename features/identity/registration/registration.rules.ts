import { cookieIn, cookies, setCookieHeader, wireName } from "#lib/cookies.ts";

/** 256 random bits in base64url. */
const REQUEST_TOKEN = /^[\w-]{43}$/;

/** The Set-Cookie header by which the browser that registered is known when the mailed link opens in it. It signs nobody in. */
export function registrationCookie(request: string, isHttps: boolean): string {
  return setCookieHeader(cookies.registration, request, isHttps);
}

/** The token of that cookie, or null. */
export function registrationTokenOf(cookieHeader: string | null, isHttps: boolean): string | null {
  return cookieIn(cookieHeader, wireName(cookies.registration, isHttps), REQUEST_TOKEN);
}
