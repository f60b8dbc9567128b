import cookie from "js-cookie";
import { useSyncExternalStore } from "react";
import { allowsStatistics, type consents, cookies, newSessionToken } from "#lib/cookies.ts";

const listeners = new Set<() => void>();

function keep({ name, maxAgeSeconds }: { name: string; maxAgeSeconds: number }, value: string): void {
  const secure = location.protocol === "https:";
  cookie.set(name, value, { path: "/", sameSite: "lax", secure, expires: maxAgeSeconds / 86_400 });
}

/** Keeps what the visitor answered to the cookie notice; what waits for it on this page begins at once. */
export function keepConsent(answer: (typeof consents)[keyof typeof consents]): void {
  keep(cookies.cookieNotice, answer);
  if (allowsStatistics(answer)) keep(cookies.sessionToken, newSessionToken());
  else cookie.remove(cookies.sessionToken.name, { path: "/" });
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this visitor allowed that visits are counted; false while nobody knows. */
export function useStatisticsAllowed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => allowsStatistics(cookie.get(cookies.cookieNotice.name)),
    () => false,
  );
}
