import { queryOptions, useQuery } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useLocale } from "next-intl";
import { useRef } from "react";
import { type ApiProblem, api, getJson } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** The settings that other screens obey. */
export type VisitorSettings = {
  sound_on_code: boolean;
  info_on_active_purchases: boolean;
  /** Decimal roubles; null = no threshold. */
  lower_balance_threshold: string | null;
};

/** What the header needs to know of the signed-in user. */
export type Visitor = {
  id: number;
  email: string;
  name: string;
  dynamicFields?: { custom_price: boolean; settings?: VisitorSettings };
};

const BALANCE_POLL_MS = 10_000;
const BALANCE_POLLS = 90;

/** Who is looking at the page: a user, or null for a guest. A failure leaves it null, as the product says. */
export const visitorQuery = queryOptions({
  queryKey: ["users", "me"],
  queryFn: async (): Promise<Visitor | null> => {
    if (cookie.get(cookies.signedIn.name) === undefined) return null;
    try {
      return await getJson<Visitor>("users/me");
    } catch (problem) {
      if ((problem as ApiProblem).status !== 401) throw problem;
      cookie.remove(cookies.signedIn.name, { path: "/" });
      return null;
    }
  },
  staleTime: 60_000,
  retry: 1,
});

export const balanceKey = ["sms-users", "balance"] as const;

/** The signed-in user, null for a guest, undefined while nobody knows. */
export function useVisitor() {
  const query = useQuery(visitorQuery);
  return { visitor: query.data, isKnown: query.isSuccess || query.isError };
}

/**
 * The balance in roubles. Polled every 10 s, 90 times at most and only while the page is seen; live events refresh it
 * by the same key. A failure keeps the last known value and is told as `isFailed`: never a false 0.
 */
export function useBalance(enabled: boolean) {
  const polls = useRef(0);
  const query = useQuery({
    queryKey: balanceKey,
    queryFn: async () => {
      polls.current += 1;
      return await getJson<number>("sms-users/balance");
    },
    enabled,
    staleTime: 5_000,
    refetchInterval: () => (polls.current < BALANCE_POLLS ? BALANCE_POLL_MS : false),
  });
  return { balanceRub: query.data, isFailed: query.isError, retry: query.refetch };
}

/** Ends the session and opens the home page anew, so that nothing of the user stays on the screen. */
export function useLogout(): () => Promise<void> {
  const locale = useLocale();
  return async () => {
    await api.post("auth/logout", {}).catch(() => {});
    location.assign(localizedPath(localeFromTag(locale), "/"));
  };
}
