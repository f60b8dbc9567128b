import { cookieIn, cookies, setCookieHeader, wireName } from "#lib/cookies.ts";

/** A browser is known for so long after the last login in it. */
export const DEVICE_DAYS = cookies.knownDevice.maxAgeSeconds / 86_400;
/** Browsers that are remembered for one account; the one that was used longest ago is forgotten first. */
export const DEVICES_MAX = 50;

/** 256 random bits in base64url. */
const DEVICE_TOKEN = /^[\w-]{43}$/;

/** The Set-Cookie header that lets a browser be known again. It signs nobody in. */
export function deviceCookie(token: string, isHttps: boolean): string {
  return setCookieHeader(cookies.knownDevice, token, isHttps);
}

/** The token of a known browser in a Cookie header, or null. */
export function deviceTokenOf(cookieHeader: string | null, isHttps: boolean): string | null {
  return cookieIn(cookieHeader, wireName(cookies.knownDevice, isHttps), DEVICE_TOKEN);
}
