import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { putRental, rentalsKey, rentalsQuery, useNewestArrival } from "#features/rentals/rentals.client.ts";
import type { RentalDetails, RentalView } from "#features/rentals/rentals.contract.ts";
import type { RentalTab } from "#features/rentals/rentals.rules.ts";
import { useFallbackPolling } from "#features/site/polling.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** The own rentals of a tab, polled only while live events do not reach the page. */
export function useRentals(tab: RentalTab) {
  return useInfiniteQuery({ ...rentalsQuery(tab), refetchInterval: useFallbackPolling() });
}

/** Cancels within the first 20 minutes. After a refusal the lists are read again. */
export function useCancelRental(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.post<RentalDetails>(`rentals/${id}/cancel`, {})).data,
    onSuccess: (rental) => {
      putRental(client, rental);
      void client.invalidateQueries({ queryKey: balanceKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: rentalsKey }),
  });
}

export type ExtensionPriceView = { hours: number; priceKopecks: number; expiresAt: string; maxHours: number };

/** What an extension would cost now. */
export function extensionPriceQuery(id: number, hours: number) {
  return queryOptions({
    queryKey: [...rentalsKey, "extension-price", id, hours],
    queryFn: () => getJson<ExtensionPriceView>(`rentals/${id}/extension-price`, { params: { hours } }),
    staleTime: 5_000,
  });
}

/** Calls `onNews` for each rental that gets something, in whichever tab it stands, while the page is open. */
export function useRentalNews(onNews: (rental: RentalView) => void): void {
  const tell = useRef(onNews);
  tell.current = onNews;
  useEffect(() => useNewestArrival.subscribe(({ rental }) => rental && tell.current(rental)), []);
}

/** Moments in the reader's language and time zone; for what is read in the browser only. */
export function useMomentText(): (instant: string) => string {
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  return (instant) => formatMoment(locale, new Date(instant), timeZone);
}
