import type { QueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { create } from "zustand";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import type { OfferView, ServiceView } from "#features/pricing/offers.rules.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";

export type ShopOptions = {
  /** Search on the server until a number is there. */
  autoRepeat: boolean;
  /** For so long. */
  seconds: number;
  raisePercent: number;
  /** The cheapest supplier, whatever it delivers. */
  isCheapest: boolean;
  /** Of a search: begin at the shown price and rise on the way. */
  stepByStep: boolean;
  /** A number without an SMS for so long is replaced; 0 = not at all. */
  replaceAfterSeconds: number;
  replaceTimes: number;
};

/** How the buyer wishes to buy; kept while the page lives. */
export const useShopOptions = create<ShopOptions>(() => ({
  autoRepeat: false,
  seconds: searchLimits.secondsDefault,
  raisePercent: 0,
  isCheapest: false,
  stepByStep: false,
  replaceAfterSeconds: 0,
  replaceTimes: 3,
}));

/** Remembers the chosen service for the next visit. */
export function rememberService(service: { id: number; code: string }): void {
  const keep = (facts: { name: string; maxAgeSeconds: number }, value: string) =>
    cookie.set(facts.name, value, { path: "/", sameSite: "lax", expires: facts.maxAgeSeconds / 86_400 });
  keep(cookies.selectedService, String(service.id));
  keep(cookies.selectedServiceExternal, service.code);
}

/** Whether the prices that came with the page were left for another way to get a number. */
export const usePagePrices = create(() => ({ areLeft: false }));

/** Another way to get a number begins as at a first visit: its usual service, and prices that are asked for anew. */
export function beginAnew(client: QueryClient): void {
  for (const { name } of [cookies.selectedService, cookies.selectedServiceExternal])
    cookie.remove(name, { path: "/" });
  usePagePrices.setState({ areLeft: true });
  for (const list of ["country", "rent"])
    void client.invalidateQueries({ queryKey: [list], refetchType: "none" });
}

/** Id of the service chosen at an earlier visit, or null. */
export function rememberedServiceId(): number | null {
  const id = Number(cookie.get(cookies.selectedService.name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** What is being bought. */
export type Row = { service: ServiceView; offer: OfferView };

/** A refusal of a call, or the one that a search ended with. */
export type Refused = Pick<ApiProblem, "code" | "message"> &
  Partial<Pick<ApiProblem, "status" | "requestId">>;
