import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import { nextPollMs } from "#features/site/polling.client.ts";
import { type ApiProblem, api, getJson } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** The settings that other screens obey. */
type VisitorSettings = {
  sound_on_code: boolean;
  info_on_active_purchases: boolean;
  /** Decimal roubles; null = no threshold. */
  lower_balance_threshold: string | null;
  /** An agent of licences. */
  is_agent?: boolean;
};

/** What the header needs to know of the signed-in user. */
export type Visitor = {
  id: number;
  email: string;
  name: string;
  dynamicFields?: {
    is_p?: boolean;
    is_staff?: true;
    is_store?: true;
    country?: string | null;
    custom_price: boolean;
    wholesale?: true;
    settings?: VisitorSettings;
  };
};

/** Whether this is a partner; a guest and somebody not known yet are none. */
export function isPartner(visitor: Visitor | null | undefined): boolean {
  return visitor?.dynamicFields?.is_p === true;
}

/** Whether this is one of the staff, who are offered the desk. */
export function isStaff(visitor: Visitor | null | undefined): boolean {
  return visitor?.dynamicFields?.is_staff === true;
}

/** Which of the roles that open entries of the menus this reader has: agent of licences, owner of a store. */
export function menuRolesOf(visitor: Visitor | null | undefined) {
  const fields = visitor?.dynamicFields;
  return { isAgent: fields?.settings?.is_agent === true, isStoreOwner: fields?.is_store === true };
}

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

/** The signed-in user, null for a guest, undefined while nobody knows. */
export function useVisitor() {
  const query = useQuery(visitorQuery);
  return { visitor: query.data, isKnown: query.isSuccess || query.isError };
}

/** A user's money in whole kopecks, as `GET balance` and the live event `balance` tell it. */
export type Wallet = {
  availableKopecks: number;
  heldKopecks: number;
  postedKopecks: number;
  debtKopecks: number;
  /** Of two answers the one with the higher version is newer. */
  version: number;
};

export const balanceKey = ["balance"] as const;

/** An answer that was overtaken (by a live event, by a later call) changes nothing. */
function newerOf(known: Wallet | undefined, wallet: Wallet): Wallet {
  return known && known.version > wallet.version ? known : wallet;
}

/** Takes in what a live event told. Polling and events keep one value under one key. */
export function putWallet(client: QueryClient, wallet: Wallet): void {
  client.setQueryData<Wallet>(balanceKey, (known) => newerOf(known, wallet));
}

const balanceQuery = queryOptions({
  queryKey: balanceKey,
  queryFn: async ({ client }): Promise<Wallet> => {
    const wallet = await getJson<Wallet>("balance");
    // Looked at after the answer: an event may have come meanwhile.
    return newerOf(client.getQueryData<Wallet>(balanceKey), wallet);
  },
  staleTime: 5_000,
});

/**
 * The balance. `wallet` is the last known one, also while it cannot be fetched: then `isStale` says so, and there is never
 * a false 0. Undefined until it was known once.
 */
export function useBalance() {
  const query = useQuery(balanceQuery);
  return { wallet: query.data, isStale: query.isError, retry: query.refetch };
}

/**
 * Polls the balance every 10 s, 90 times at most and only while the page is seen; when somebody comes back to the page it
 * begins anew. One place of a page does it for all.
 */
export function useBalancePolling(): void {
  const client = useQueryClient();
  const polls = useRef(0);
  useQuery({
    ...balanceQuery,
    refetchInterval: () => nextPollMs(polls.current),
  });
  useEffect(() => {
    const stop = client.getQueryCache().subscribe((event) => {
      const isPoll = event.type === "updated" && event.action.type === "fetch";
      if (isPoll && event.query.queryHash === hashKey(balanceKey)) polls.current += 1;
    });
    const beginAnew = () => {
      if (document.visibilityState !== "visible") return;
      polls.current = 0;
      void client.refetchQueries({ queryKey: balanceKey, stale: true });
    };
    document.addEventListener("visibilitychange", beginAnew);
    window.addEventListener("focus", beginAnew);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", beginAnew);
      window.removeEventListener("focus", beginAnew);
    };
  }, [client]);
}

/** Ends the session and opens the home page anew, so that nothing of the user stays on the screen. */
export function useLogout(): () => Promise<void> {
  const locale = useLocale();
  return async () => {
    await api.post("auth/logout", {}).catch(() => {});
    location.assign(localizedPath(localeFromTag(locale), "/"));
  };
}
