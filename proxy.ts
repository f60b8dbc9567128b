import { type NextRequest, NextResponse } from "next/server";
import { audienceOf } from "#features/site/page-access.rules.ts";
import { cookies, firstVisitCookies, setCookieHeader, wireName } from "#lib/cookies.ts";
import { env } from "#lib/env.ts";
import { FILL_HEADER } from "#lib/http/fill-header.ts";
import { foreignCode } from "#lib/http/foreign-code.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { PAGE_ADDRESS_HEADER } from "#lib/http/page-address-header.ts";
import { pagePolicy } from "#lib/http/page-csp.ts";
import { isHttps } from "#lib/https.ts";
import { defaultLocale, type Locale } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";

/**
 * Next may send a rewrite to itself as a new request, when it takes its own address for another host's. The mark tells
 * such a request apart; being random, it cannot come from outside.
 */
const MARK_HEADER = "x-page-mark";
const mark = crypto.randomUUID();

/** One redirect takes away /en, doubled slashes and the slash at the end; null when the address is as it should be. */
function tidyPath(pathname: string): string | null {
  const single = pathname.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const { locale, path, prefixed } = splitLocale(single);
  const tidy = prefixed && locale === defaultLocale ? path : single;
  return tidy === pathname ? null : tidy;
}

function redirectTo(request: NextRequest, path: string, query: string, status: 307 | 308): NextResponse {
  // A plain URL: NextURL would put the slash at the end back. The path begins with exactly one slash here.
  const target = new URL(path + query, request.nextUrl.origin);
  return NextResponse.redirect(target, { status, headers: { "cache-control": "private, no-store" } });
}

/** Sends the page on to app/[locale]; what a client says in our own headers is written over. */
function render(request: NextRequest, locale: Locale, path: string, policy: string, nonce: string) {
  const headers = new Headers(request.headers);
  headers.set(MARK_HEADER, mark);
  headers.set("x-next-intl-locale", locale);
  headers.set(PAGE_ADDRESS_HEADER, path + request.nextUrl.search);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const target = request.nextUrl.clone();
  target.pathname = path === "/" ? `/${locale}` : `/${locale}${path}`;
  return NextResponse.rewrite(target, { request: { headers } });
}

function setFirstVisitCookies(request: NextRequest, response: NextResponse, locale: Locale): void {
  const wanted = firstVisitCookies({
    has: (name) => request.cookies.has(name),
    consent: request.cookies.get(cookies.cookieNotice.name)?.value,
    referral: request.nextUrl.searchParams.get("r"),
    locale,
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  });
  for (const { facts, value } of wanted)
    response.headers.append("set-cookie", setCookieHeader(facts, value, isHttps));
  // A link of the staff: whoever follows it pays before there is an account.
  if (request.nextUrl.searchParams.get(cookies.paymentTest.name) === "1")
    response.headers.append("set-cookie", setCookieHeader(cookies.paymentTest, "1", isHttps));
}

/**
 * Gives every page its language and its privacy. It knows whom a section is for, no feature and no database: whether
 * somebody is signed in is only guessed from the presence of a cookie, so a forged one gains nothing but the loader's refusal.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.headers.get(MARK_HEADER) === mark) return NextResponse.next();
  const { pathname, search } = request.nextUrl;
  const tidy = tidyPath(pathname);
  if (tidy !== null) return redirectTo(request, tidy, search, 308);

  const { locale, path } = splitLocale(pathname);
  const audience = audienceOf(path);
  // A hint to spare a render: the loader decides.
  const isForAccounts = audience === "user" || audience === "partner";
  if (isForAccounts && !request.cookies.has(wireName(cookies.authToken, isHttps))) {
    return redirectTo(request, localizedPath(locale, gobackPath("/authorization", path + search)), "", 307);
  }
  const fillNonce = request.headers.get(FILL_HEADER);
  const isForAll = fillNonce !== null && audience === "everybody";
  const nonce = isForAll ? fillNonce : crypto.randomUUID().replaceAll("-", "");
  const policy = pagePolicy([`'nonce-${nonce}'`, "'strict-dynamic'"], {
    development: env.NODE_ENV === "development",
    foreign: foreignCode,
  });
  const response = render(request, locale, path, policy, nonce);
  if (isForAll) return response;
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  setFirstVisitCookies(request, response, locale);
  return response;
}

export const config = {
  matcher: [
    "/((?!api/|api$|stubs/|_next/|mailbox/|mailbox$|test-gateway/|test-gateway$|pay-stand-ins/|pay-stand-ins$|icons/|icon\\.svg|favicon\\.ico|robots\\.txt|sw\\.js|sitemap\\.xml).*)",
  ],
};
