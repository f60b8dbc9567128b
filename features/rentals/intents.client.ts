import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "#components/ui/toasts.ts";
import { failureOf, judgePurchase } from "#features/activations/shop/shop.rules.ts";
import { guestPaysFirst } from "#features/payments/guests/paying-first.client.ts";
import { type Planned, topUpPath } from "#features/payments/planned.rules.ts";
import { balanceKey, visitorQuery, type Wallet } from "#features/site/visitor.client.ts";
import { type ApiProblem, api } from "#lib/api/browser-client.ts";
import { callOnce, unanswered } from "#lib/api/call-once.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/**
 * What a window that pays needs: the key is kept (over closing it, too) until there is a definite answer. `pending` is what was asked without one: it is asked again as it was, and nothing is paid twice.
 */
export function useIntent<Body extends object, Answer>(name: string, path: string) {
  const [pending, setPending] = useState(() => unanswered<Body>(name));
  const [isBusy, setIsBusy] = useState(false);

  const send = async (wish: Body): Promise<Answer> => {
    const asked = pending ?? wish;
    setPending(asked);
    setIsBusy(true);
    try {
      return await callOnce(
        name,
        asked,
        (headers) => api.post<Answer>(path, asked, { headers }),
        judgePurchase,
      );
    } finally {
      setPending(unanswered<Body>(name));
      setIsBusy(false);
    }
  };
  return { pending, isBusy, send };
}

/**
 * Who may pay, and where a refusal leads: the same for all windows that pay. `pathBack` says where somebody comes back to who
 * has to sign in first (without a language), `planned` what somebody tops up for; the price of a rental, which depends on its
 * term, is known to no other page.
 */
export function usePaying(pathBack: () => string, planned: () => Planned | null = () => null) {
  const t = useTranslations("rentals.pay");
  const ui = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const go = (path: string) => router.push(localizedPath(locale, path));

  /**
   * Guests go to registration (or, who pay first, to the pay page without what they want: it knows the prices of activations
   * alone, decision 0576), users without money to pay.
   */
  const mayPay = async (priceKopecks: number): Promise<boolean> => {
    const visitor = await client.fetchQuery(visitorQuery).catch(() => null);
    if (!visitor) {
      go(guestPaysFirst() ? "/pay" : gobackPath("/registration", pathBack()));
      return false;
    }
    const wallet = client.getQueryData<Wallet>(balanceKey);
    if (wallet === undefined || wallet.availableKopecks >= priceKopecks) return true;
    showToast({ type: "error", text: t("insufficientFunds") });
    go(topUpPath(planned()));
    return false;
  };

  /** Leads on where that helps; else the words to show. */
  const follow = (problem: ApiProblem): string | null => {
    const failure = failureOf(problem);
    if (failure === "unknown") return t("noAnswer");
    const words = problem.message || ui("error");
    if (failure === "signed-out") go(gobackPath("/authorization", pathBack()));
    else if (failure === "no-balance") {
      showToast({ type: "error", text: words });
      go(topUpPath(planned()));
    } else return words;
    return null;
  };
  return { go, mayPay, follow, noAnswer: t("noAnswer") };
}
