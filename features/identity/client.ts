import cookie from "js-cookie";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { safeReturnPath } from "#features/identity/rules.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { nowMs } from "#lib/clock.ts";
import { cookies } from "#lib/cookies.ts";
import { type Locale, localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const RETURN_KEY = "return-path";
const RETURN_LIFETIME_MS = 24 * 3_600_000;

/**
 * Remembers where to go after signing in. Kept by the browser, not in the address, so that no link can choose it;
 * in localStorage, since the confirmation link opens another tab.
 */
export function rememberReturnPath(path: string): void {
  try {
    localStorage.setItem(RETURN_KEY, JSON.stringify({ path, at: nowMs() }));
  } catch {
    // Storage may be switched off; then the profile opens.
  }
}

/** Takes the remembered path (once), or answers the profile. Only own pages out of a list are possible. */
export function takeReturnPath(locale: Locale): string {
  const fallback = localizedPath(locale, "/profile");
  try {
    const kept = JSON.parse(localStorage.getItem(RETURN_KEY) ?? "null") as {
      path?: unknown;
      at?: unknown;
    } | null;
    localStorage.removeItem(RETURN_KEY);
    const isFresh = typeof kept?.at === "number" && nowMs() - kept.at < RETURN_LIFETIME_MS;
    return isFresh && typeof kept.path === "string" ? safeReturnPath(kept.path, fallback) : fallback;
  } catch {
    return fallback;
  }
}

/** On a page opened with `goback=1` without a remembered path: the page of ours that led here. */
export function rememberReferrer(): void {
  if (localStorage.getItem(RETURN_KEY) !== null || document.referrer === "") return;
  const from = new URL(document.referrer);
  const path = from.origin === location.origin ? safeReturnPath(from.pathname + from.search, "") : "";
  if (path !== "") rememberReturnPath(path);
}

/** Opens a page as a whole new one: nothing of the guest stays, and the header asks again who is here. */
export function openPage(path: string): void {
  location.assign(path);
}

/** A contact left before signing in becomes a setting; a failure leaves it for the next time. */
export async function saveTelegramFromCookie(): Promise<void> {
  const telegram = cookie.get(cookies.telegramOrPhone.name);
  if (!telegram) return;
  try {
    await api.put("users/settings", { settings: { telegram } });
  } catch (error) {
    if (toApiProblem(error).status !== 400) return;
  }
  cookie.remove(cookies.telegramOrPhone.name, { path: "/" });
}

/**
 * The token of a mailed link, kept by the page while the address bar forgets it: it must not stay in the history,
 * in a bookmark or in what a next page is told about where one came from.
 */
export function useLinkToken(token: string | null, path: string): string | null {
  const locale = localeFromTag(useLocale());
  const [kept] = useState(token);
  useEffect(() => {
    if (kept !== null) history.replaceState(null, "", localizedPath(locale, path));
  }, [kept, locale, path]);
  return kept;
}
