import { useQueryClient } from "@tanstack/react-query";
import cookie from "js-cookie";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "#components/ui/toasts.ts";
import { failureOf, resendPauseMs, resendsMax } from "#features/activations/shop/shop.rules.ts";
import { balanceKey, visitorQuery, type Wallet } from "#features/site/visitor.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { cookies } from "#lib/cookies.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** An attempt to pay: its key, and what was asked with it (null while nothing was sent). */
type Intent<Body> = { readonly key: string; readonly body: Body | null };

function newIntent<Body>(): Intent<Body> {
  return { key: crypto.randomUUID(), body: null };
}

/** An attempt that never got a definite answer, or null. */
function keptIntent<Body>(name: string): Intent<Body> | null {
  try {
    const { key, body } = JSON.parse(sessionStorage.getItem(name) ?? "null") as Partial<Intent<Body>>;
    return typeof key === "string" && key.length >= 8 && body ? { key, body } : null;
  } catch {
    return null;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends until an answer is definite or the resends are used up, always with the same key. Throws the ApiProblem. */
async function sendIntent<Body, Answer>(path: string, { key, body }: Intent<Body>): Promise<Answer> {
  for (let resend = 0; ; resend += 1) {
    try {
      return (await api.post<Answer>(path, body, { headers: { "Idempotency-Key": key } })).data;
    } catch (error) {
      const problem = toApiProblem(error);
      if (failureOf(problem) !== "unknown" || resend >= resendsMax) throw problem;
      await pause(resendPauseMs);
    }
  }
}

/**
 * What a window that pays needs: the key is made when it opens and kept (over closing it, too) until there is a definite
 * answer. `pending` is what was asked without one: it is asked again as it was, and nothing is paid twice.
 */
export function useIntent<Body extends object, Answer>(name: string, path: string) {
  const [intent, setIntent] = useState<Intent<Body>>(() => keptIntent<Body>(name) ?? newIntent());
  const [isBusy, setIsBusy] = useState(false);

  const send = async (wish: Body): Promise<Answer> => {
    const sent = intent.body ? intent : { ...intent, body: wish };
    sessionStorage.setItem(name, JSON.stringify(sent));
    setIntent(sent);
    setIsBusy(true);
    const forget = () => {
      sessionStorage.removeItem(name);
      setIntent(newIntent());
    };
    try {
      const answer = await sendIntent<Body, Answer>(path, sent);
      forget();
      return answer;
    } catch (problem) {
      if (failureOf(toApiProblem(problem)) !== "unknown") forget();
      throw problem;
    } finally {
      setIsBusy(false);
    }
  };
  return { pending: intent.body, isBusy, send };
}

/**
 * Who may pay, and where a refusal leads: the same for renting and extending. `pathBack` says where somebody comes back to who
 * has to sign in first (without a language).
 */
export function usePaying(pathBack: () => string) {
  const t = useTranslations("rentals.pay");
  const ui = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const go = (path: string) => router.push(localizedPath(locale, path));

  /** Guests go to registration (or to the pay page with the payment-test cookie), users without money to pay. */
  const mayPay = async (priceKopecks: number): Promise<boolean> => {
    const visitor = await client.fetchQuery(visitorQuery).catch(() => null);
    if (!visitor) {
      go(cookie.get(cookies.paymentTest.name) ? "/profile/pay" : gobackPath("/registration", pathBack()));
      return false;
    }
    const wallet = client.getQueryData<Wallet>(balanceKey);
    if (wallet === undefined || wallet.availableKopecks >= priceKopecks) return true;
    showToast({ type: "info", text: t("insufficientFunds") });
    go("/profile/pay");
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
      go("/profile/pay");
    } else return words;
    return null;
  };
  return { go, mayPay, follow, noAnswer: t("noAnswer") };
}
