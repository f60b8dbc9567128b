import { splitLocale } from "#lib/i18n/paths.ts";

/** The pages that stand between somebody and a page they asked for. */
export type GobackPage = "/authorization" | "/registration" | "/request-password";

/**
 * The address of such a page that knows where its visitor was: `goback=1` and `to`, the page's path and query without a
 * language (null: nowhere special). The result carries no language either. What is read out of such an address is judged
 * (`safeReturnPath`) before anybody is sent there.
 */
export function gobackPath(page: GobackPage, to: string | null): string {
  return to === null ? page : `${page}?goback=1&to=${encodeURIComponent(to)}`;
}

/** In the browser: the path of the page that is open, without its language. */
export function pathHere(): string {
  return splitLocale(location.pathname).path;
}
