import { queryOptions } from "@tanstack/react-query";
import cookie from "js-cookie";
import { toPickable } from "#features/catalogue/catalogue.client.ts";
import type { ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import type { PriceBuyer } from "#features/pricing/pricing.client.ts";
import type { RentStep } from "#features/pricing/rent/rent.rules.ts";
import type { WireRentOffer } from "#features/rentals/rentals.contract.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { pageSizes } from "#features/site/site.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";

const shopModes = ["buy", "rent", "readyAccounts"] as const;
export type ShopMode = (typeof shopModes)[number];
const MODE_KEY = "numbers-mode";

/** The way to get a number that was chosen in this tab of the browser, or that the address asks for (`?type=rent`, `?type=readyAccounts`). */
export function rememberedMode(): ShopMode {
  const asked = new URLSearchParams(location.search).get("type") ?? sessionStorage.getItem(MODE_KEY);
  return shopModes.find((mode) => mode === asked) ?? "buy";
}

export function rememberMode(mode: ShopMode): void {
  sessionStorage.setItem(MODE_KEY, mode);
}

/** Remembers the service by its code alone: the whole number has no counterpart among the sold services. */
export function rememberRentService(service: PickableService): void {
  const { name, maxAgeSeconds } = cookies.selectedServiceExternal;
  cookie.set(name, service.code, { path: "/", sameSite: "lax", expires: maxAgeSeconds / 86_400 });
}

export function rememberedRentService(): string | undefined {
  return cookie.get(cookies.selectedServiceExternal.name);
}

export type RentServices = { whole: PickableService | null; popular: PickableService[] };

/** The whole number, if it can be rented, and the best known services. */
export const rentServicesQuery = queryOptions({
  queryKey: ["rent", "popular"],
  queryFn: async (): Promise<RentServices> => {
    const ask = (params: Record<string, unknown>) => getJson<ServiceWire[]>("rent", { params });
    const [popular, found] = await Promise.all([
      ask({ page: 1, "per-page": pageSizes.popularServices }),
      ask({ search: fullRentCode }),
    ]);
    const whole = found.find(({ external_id }) => external_id === fullRentCode);
    return {
      whole: whole ? toPickable(whole) : null,
      popular: popular.filter(({ external_id }) => external_id !== fullRentCode).map(toPickable),
    };
  },
  staleTime: 300_000,
});

export type RentTerms = { minHours: number; maxHours: number; cancelMinutes: number; steps: RentStep[] };

/** How long a number can be rented and how the price of an hour falls with time. */
export const rentTermsQuery = queryOptions({
  queryKey: ["rent", "terms"],
  queryFn: () => getJson<RentTerms>("rent/terms"),
  staleTime: 300_000,
});

/** Countries, prices and free numbers for renting a service; looked at again every half minute. */
export function rentPricesQuery(code: string, { wholesale, user }: PriceBuyer) {
  return queryOptions({
    queryKey: ["rent", "get-prices", code, wholesale, user],
    queryFn: () =>
      getJson<WireRentOffer[]>("rent/get-prices", {
        params: { service_external_id: code, wholesale: wholesale ? 1 : 0, user },
      }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });
}
