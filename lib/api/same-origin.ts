import { env } from "#lib/env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * May a request that is proven by a cookie alone change something? Browsers send `Sec-Fetch-Site`; where it is
 * missing `Origin` must be ours. A request with neither cannot come from a page of today's browsers and has no
 * business with a cookie.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = request.headers.get("origin");
  if (origin !== null) return isOwnOrigin(origin, request);
  return site === "same-origin";
}

/**
 * True for a request without the headers that every browser sends with an unsafe method: a program, not a page. As
 * long as no cookie proves anything it has nothing that a foreign page could abuse, so a guest may call like this
 * (signing in with `bearer: true`).
 */
export function isFromProgram(request: Request): boolean {
  return request.headers.get("sec-fetch-site") === null && request.headers.get("origin") === null;
}

function isOwnOrigin(origin: string, request: Request): boolean {
  if (origin === new URL(env.PUBLIC_URL).origin) return true;
  // On loopback the default start is reached as localhost and as 127.0.0.1 alike.
  const host = request.headers.get("host");
  return env.DEMO && host !== null && origin === `http://${host}`;
}
