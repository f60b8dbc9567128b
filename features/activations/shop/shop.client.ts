import { useQueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { create } from "zustand";
import { showToast } from "#components/ui/toasts.ts";
import {
  failureOf,
  judgePurchase,
  repeatAttemptsMax,
  repeatPauseMs,
} from "#features/activations/shop/shop.rules.ts";
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

type ShopOptions = { autoRepeat: boolean; raisePercent: number };

/** How the buyer wishes to buy; kept while the page lives. */
export const useShopOptions = create<ShopOptions>(() => ({ autoRepeat: false, raisePercent: 0 }));

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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One purchase; one that was never answered is asked for again with the limit it had. Throws the ApiProblem of a refusal. */
async function buyOnce(row: Row, maxPriceKopecks: number): Promise<void> {
  const asked = unanswered<{ maxPriceKopecks: number }>(storeKey(row)) ?? { maxPriceKopecks };
  const path = `sms-users/get-number/${row.offer.countryId}/${row.service.code}`;
  await callOnce(
    storeKey(row),
    asked,
    (headers) =>
      api.post(path, undefined, {
        params: { maxPrice: asked.maxPriceKopecks },
        headers: { ...headers, "Content-Type": "application/json" },
      }),
    judgePurchase,
  );
}

export type RepeatState = { row: Row; attempt: number; attempts: number };

/** Buying from the list: who is asking, is there money, buy, and search on when nothing is there at the moment. */
export function useBuyNumber() {
  const t = useTranslations("activations.shop");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const [busy, setBusy] = useState<{ countryId: number } | null>(null);
  const [repeat, setRepeat] = useState<RepeatState | null>(null);
  const aborted = useRef(false);
  useEffect(() => {
    return () => {
      aborted.current = true;
    };
  }, []);

  const go = (path: string) => router.push(localizedPath(locale, path));
  const goToPay = ({ service, offer }: Row) =>
    go(`/profile/pay?service=${service.code}&country=${offer.countryId}`);
  const fail = (problem: ApiProblem) =>
    showToast({
      type: "error",
      text: problem.message || (problem.status === 0 ? t("noAnswer") : tUi("error")),
      detail: problem.requestId ?? undefined,
    });

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

  const succeed = (row: Row) => {
    rememberService(row.service);
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: ["activations"] });
    showToast({ type: "success", text: t("bought", { service: row.service.name, country: row.offer.name }) });
    go("/profile");
  };

  /** Tries until a number is there, the tries are used up or the buyer stops. */
  const search = async (row: Row, maxPriceKopecks: number, attempts: number): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      if (attempts > 1) setRepeat({ row, attempt, attempts });
      try {
        await buyOnce(row, maxPriceKopecks);
        return succeed(row);
      } catch (error) {
        const problem = toApiProblem(error);
        const failure = failureOf(problem);
        if (failure === "no-balance") {
          fail(problem);
          return goToPay(row);
        }
        if (failure === "signed-out") return go(gobackPath("/authorization", pathBackTo(row)));
        if (problem.code === "WRONG_MAX_PRICE" && row.wholesale) {
          return void showToast({ type: "error", text: t("wholesaleNotYours") });
        }
        if (failure !== "no-numbers" || attempt >= attempts) return void fail(problem);
      }
      await pause(repeatPauseMs);
      if (aborted.current) return void showToast({ type: "info", text: t("searchStopped") });
    }
  };

  const buy = async (row: Row): Promise<void> => {
    if (busy) return;
    setBusy({ countryId: row.offer.countryId });
    aborted.current = false;
    try {
      if (!(await mayBuy(row))) return;
      const { autoRepeat, raisePercent } = useShopOptions.getState();
      const maxPriceKopecks = raisedKopecks(payableKopecks(row.offer), raisePercent);
      await search(row, maxPriceKopecks, autoRepeat || row.offer.isScarce ? repeatAttemptsMax : 1);
    } finally {
      setBusy(null);
      setRepeat(null);
    }
  };

  const stop = () => {
    aborted.current = true;
  };
  return { buy, busyCountryId: busy?.countryId ?? null, repeat, stop };
}
