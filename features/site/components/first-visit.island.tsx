"use client";

import cookie from "js-cookie";
import { useEffect } from "react";
import { rememberPage } from "#features/site/site.client.ts";
import { siteTimers } from "#features/site/site.rules.ts";
import { allowsStatistics, cookies, firstVisitCookies } from "#lib/cookies.ts";

const MOBILE = "(max-width: 1023px)";

/**
 * Sets the readable cookies a visitor should have. Public pages come out of a cache that all visitors share, so their
 * answers cannot set any.
 */
export function FirstVisit({ locale }: { locale: string }) {
  useEffect(() => {
    const secure = location.protocol === "https:";
    const keep = (name: string, value: string, maxAgeSeconds: number) =>
      cookie.set(name, value, { path: "/", sameSite: "lax", secure, expires: maxAgeSeconds / 86_400 });
    rememberPage(locale);
    const wanted = firstVisitCookies({
      has: (name) => cookie.get(name) !== undefined,
      consent: cookie.get(cookies.cookieNotice.name),
      referral: new URLSearchParams(location.search).get("r"),
      locale,
      random: Math.random,
    });
    // Left from before it was asked about.
    if (!allowsStatistics(cookie.get(cookies.cookieNotice.name)))
      cookie.remove(cookies.sessionToken.name, { path: "/" });
    for (const { facts, value } of wanted) keep(facts.name, value, facts.maxAgeSeconds);

    // The page without a connection is for who has numbers here; guests are spared the script.
    if (cookie.get(cookies.signedIn.name) !== undefined && "serviceWorker" in navigator)
      void navigator.serviceWorker.register("/sw.js").catch(() => undefined);

    const query = matchMedia(MOBILE);
    const note = () =>
      keep(cookies.viewport.name, query.matches ? "mobile" : "desktop", cookies.viewport.maxAgeSeconds);
    note();
    query.addEventListener("change", note);
    // An id of this browser, not a picture of it: whoever stays long enough is known again by it.
    const marking = setTimeout(() => {
      if (cookie.get(cookies.fingerprint.name) === undefined)
        keep(cookies.fingerprint.name, newBrowserId(), cookies.fingerprint.maxAgeSeconds);
    }, siteTimers.fingerprintAfterMs);
    return () => {
      clearTimeout(marking);
      query.removeEventListener("change", note);
    };
  }, [locale]);
  return null;
}

function newBrowserId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
