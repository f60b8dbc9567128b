import { useQueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { showToast } from "#components/ui/toasts.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import type { OfferView, ServiceView } from "#features/pricing/offers.rules.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

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

/** Id of the service chosen at an earlier visit, or null. */
export function rememberedServiceId(): number | null {
  const id = Number(cookie.get(cookies.selectedService.name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** What is being bought; `wholesale` when the shown price is that of the wholesale tier. */
export type Row = { service: ServiceView; offer: OfferView; wholesale: boolean };

/** A refusal of a call, or the one that a search ended with. */
export type Refused = Pick<ApiProblem, "code" | "message"> &
  Partial<Pick<ApiProblem, "status" | "requestId">>;

/** A search that was begun here, and what is searched for. */
type BegunSearch = { readonly id: number; readonly row: Row };

/** Nobody loads it who buys nothing; who may is spared the wait, since it comes when the page has nothing else to do. */
const loadBuying = () => import("#features/activations/shop/buying.client.ts");

/** Buying from the list: who is asking, is there money, then one purchase, or a search that the server goes on with. */
export function useBuyNumber() {
  const t = useTranslations("activations.shop");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const [busy, setBusy] = useState<{ countryId: number } | null>(null);
  const [search, setSearch] = useState<BegunSearch | null>(null);
  useEffect(() => void loadBuying().catch(() => undefined), []);

  const go = (path: string) => router.push(localizedPath(locale, path));
  const desk = { client, go, t, tUi };

  /** The number's card on the page of active numbers is the answer. */
  const succeed = (row: Row) => {
    rememberService(row.service);
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: ["activations"] });
    go("/profile");
  };

  const buy = async (row: Row): Promise<void> => {
    if (busy) return;
    setBusy({ countryId: row.offer.countryId });
    try {
      const { buyRow } = await loadBuying();
      const outcome = await buyRow(row, desk);
      if (outcome === "bought") succeed(row);
      else if (outcome !== "nothing") setSearch({ id: outcome.searchId, row });
    } catch {
      // A part of the page that did not come: nothing was asked for.
      showToast({ type: "error", text: tUi("error") });
    } finally {
      setBusy(null);
    }
  };

  /** What became of the search that was begun here. One that found nothing stays in sight: it offers what to do next. */
  const tellEnd = ({ row }: BegunSearch, view: SearchView) => {
    if (view.state === "over") return;
    setSearch(null);
    if (view.activationId !== null) return succeed(row);
    if (view.state === "stopped") return void showToast({ type: "info", text: t("searchStopped") });
    const { code, message } = view.refusal ?? { code: "NO_NUMBERS", message: "" };
    void loadBuying().then(({ tellRefusal }) => tellRefusal(row, { code, message }, desk));
  };
  const leave = () => {
    setSearch(null);
    showToast({ type: "info", text: t("searchGoesOn") });
  };
  const close = () => setSearch(null);
  return { buy, busyCountryId: busy?.countryId ?? null, search, follow: setSearch, tellEnd, leave, close };
}
