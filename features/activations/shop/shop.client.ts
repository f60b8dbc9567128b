import { useQueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { create } from "zustand";
import { showToast } from "#components/ui/toasts.ts";
import { beginSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import { failureOf, judgePurchase, ladderOf } from "#features/activations/shop/shop.rules.ts";
import { pathWithChoice } from "#features/pricing/choice/choice.rules.ts";
import {
  type OfferView,
  payableKopecks,
  raisedKopecks,
  type ServiceView,
} from "#features/pricing/offers.rules.ts";
import { balanceKey, visitorQuery, type Wallet } from "#features/site/visitor.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { callOnce, unanswered } from "#lib/api/call-once.ts";
import { cookies } from "#lib/cookies.ts";
import { gobackPath, pathHere } from "#lib/http/goback.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type ShopOptions = {
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
type Row = { service: ServiceView; offer: OfferView; wholesale: boolean };
const storeKey = ({ service, offer }: Row) => `buy:${service.code}:${offer.countryId}`;

/** This page with the row chosen: where somebody comes back to who has to sign in first. */
function pathBackTo({ service, offer, wholesale }: Row): string {
  const { countryId } = offer;
  const choice = { serviceCode: service.code, countryId, priceKopecks: payableKopecks(offer), wholesale };
  return pathWithChoice(pathHere(), { ...choice, term: null });
}

/** What is kept with the key of a press. */
type Asked = { maxPriceKopecks: number; isCheapest?: boolean };

/** One purchase; one that was never answered is asked for again with the limit it had. Throws the ApiProblem of a refusal. */
async function buyOnce(row: Row, wanted: Asked): Promise<void> {
  const asked = unanswered<Asked>(storeKey(row)) ?? wanted;
  const path = `sms-users/get-number/${row.offer.countryId}/${row.service.code}`;
  await callOnce(
    storeKey(row),
    asked,
    (headers) =>
      api.post(path, undefined, {
        params: { maxPrice: asked.maxPriceKopecks, ...(asked.isCheapest ? { routing: "cheapest" } : {}) },
        headers: { ...headers, "Content-Type": "application/json" },
      }),
    judgePurchase,
  );
}

function replacingOf({ replaceAfterSeconds, replaceTimes }: Omit<ShopOptions, "autoRepeat">) {
  return replaceAfterSeconds > 0 ? { afterSeconds: replaceAfterSeconds, times: replaceTimes } : null;
}

/** A refusal of a call, or the one that a search ended with. */
type Refused = Pick<ApiProblem, "code" | "message"> & Partial<Pick<ApiProblem, "status" | "requestId">>;

/** A search that was begun here, and what is searched for. */
export type BegunSearch = { readonly id: number; readonly row: Row };

/** Buying from the list: who is asking, is there money, then one purchase, or a search that the server goes on with. */
export function useBuyNumber() {
  const t = useTranslations("activations.shop");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const [busy, setBusy] = useState<{ countryId: number } | null>(null);
  const [search, setSearch] = useState<BegunSearch | null>(null);

  const go = (path: string) => router.push(localizedPath(locale, path));
  const goToPay = ({ service, offer }: Row) =>
    go(`/profile/pay?service=${service.code}&country=${offer.countryId}`);

  /** Guests go to registration (or to the pay page with the payment-test cookie), users without money to pay. */
  const mayBuy = async (row: Row): Promise<boolean> => {
    const visitor = await client.fetchQuery(visitorQuery).catch(() => null);
    if (!visitor) {
      rememberService(row.service);
      if (cookie.get(cookies.paymentTest.name)) goToPay(row);
      else go(gobackPath("/registration", pathBackTo(row)));
      return false;
    }
    const wallet = client.getQueryData<Wallet>(balanceKey);
    if (wallet === undefined || wallet.availableKopecks >= payableKopecks(row.offer)) return true;
    showToast({ type: "info", text: t("insufficientFunds") });
    goToPay(row);
    return false;
  };

  /** The number's card on the page of active numbers is the answer. */
  const succeed = (row: Row) => {
    rememberService(row.service);
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: ["activations"] });
    go("/profile");
  };

  /** Says why nothing was bought, and leads to where it can be helped. */
  const fail = (row: Row, problem: Refused) => {
    const { status = 409, requestId = null } = problem;
    const failure = failureOf({ ...problem, status });
    if (failure === "signed-out") return go(gobackPath("/authorization", pathBackTo(row)));
    if (problem.code === "WRONG_MAX_PRICE" && row.wholesale)
      return showToast({ type: "error", text: t("wholesaleNotYours") });
    showToast({
      type: "error",
      text: problem.message || (status === 0 ? t("noAnswer") : tUi("error")),
      detail: requestId ?? undefined,
    });
    if (failure === "no-balance") goToPay(row);
  };

  const buy = async (row: Row): Promise<void> => {
    if (busy) return;
    setBusy({ countryId: row.offer.countryId });
    try {
      if (!(await mayBuy(row))) return;
      const { autoRepeat, ...options } = useShopOptions.getState();
      const price = payableKopecks(row.offer);
      const replace = replacingOf(options);
      if (!autoRepeat && !row.offer.isScarce && !replace) {
        const { raisePercent, isCheapest } = options;
        await buyOnce(row, { maxPriceKopecks: raisedKopecks(price, raisePercent), isCheapest });
        return succeed(row);
      }
      const { service, offer } = row;
      const wanted = { service: service.code, country: offer.countryId, seconds: options.seconds };
      const { id } = await beginSearch(client, {
        ...wanted,
        ...ladderOf(price, options),
        ...(replace ? { replace } : {}),
      });
      rememberService(service);
      setSearch({ id, row });
    } catch (error) {
      fail(row, toApiProblem(error));
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
    fail(row, { code, message });
  };
  const leave = () => {
    setSearch(null);
    showToast({ type: "info", text: t("searchGoesOn") });
  };
  const close = () => setSearch(null);
  return { buy, busyCountryId: busy?.countryId ?? null, search, follow: setSearch, tellEnd, leave, close };
}
