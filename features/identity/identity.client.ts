import cookie from "js-cookie";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

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
