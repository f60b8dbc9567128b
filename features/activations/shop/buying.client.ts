import type { QueryClient } from "@tanstack/react-query";
import type { useTranslations } from "next-intl";
import { showToast } from "#components/ui/toasts.ts";
import { isLimit } from "#features/activations/limits/limit-refusals.rules.ts";
import { beginReplacing, beginSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import {
  type Refused,
  type Row,
  rememberService,
  type ShopOptions,
  useShopOptions,
} from "#features/activations/shop/shop.client.ts";
import { failureOf, judgePurchase, ladderOf } from "#features/activations/shop/shop.rules.ts";
import { guestPaysFirst } from "#features/payments/guests/paying-first.client.ts";
import { pathWithChoice } from "#features/pricing/choice/choice.rules.ts";
import { payableKopecks, raisedKopecks } from "#features/pricing/offers.rules.ts";
import { balanceKey, visitorQuery, type Wallet } from "#features/site/visitor.client.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { callOnce, unanswered } from "#lib/api/call-once.ts";
import { gobackPath, pathHere } from "#lib/http/goback.ts";

/** What the page of the list lends: its data, its way to other pages (in the visitor's language) and its words. */
type Desk = {
  readonly client: QueryClient;
  readonly go: (path: string) => void;
  readonly t: ReturnType<typeof useTranslations<"activations.shop">>;
  readonly tUi: ReturnType<typeof useTranslations<"ui">>;
};

/** One number was bought; a search was begun; or nothing, and the buyer was told why and led to where it can be helped. */
type Outcome = { readonly orderId: number } | { readonly searchId: number } | "nothing";

/** Buys what the buyer pressed, as the options say: once, or by a search of the server's. Either number may be replaced when no SMS comes. */
export async function buyRow(row: Row, desk: Desk): Promise<Outcome> {
  try {
    if (!(await mayBuy(row, desk))) return "nothing";
    const { autoRepeat, ...options } = useShopOptions.getState();
    const price = payableKopecks(row.offer);
    const replace = replacingOf(options);
    if (!autoRepeat && !row.offer.isScarce) {
      const { raisePercent, isCheapest } = options;
      const maxPriceKopecks = raisedKopecks(price, raisePercent);
      const orderId = await buyOnce(row, { maxPriceKopecks, isCheapest });
      if (replace) await watch(orderId, replace, desk);
      return { orderId };
    }
    const { service, offer } = row;
    const { id } = await beginSearch(desk.client, {
      ...{ service: service.code, country: offer.countryId, seconds: options.seconds },
      ...ladderOf(price, options),
      ...(replace ? { replace } : {}),
    });
    rememberService(service);
    return { searchId: id };
  } catch (error) {
    tellRefusal(row, toApiProblem(error), desk);
    return "nothing";
  }
}

/** Says why nothing was bought, and leads to where it can be helped. */
function tellRefusal(row: Row, problem: Refused, { go, t, tUi }: Desk): void {
  const { status = 409, requestId = null, code, message } = problem;
  const failure = failureOf({ code, status });
  if (failure === "signed-out") {
    go(gobackPath("/authorization", pathBackTo(row)));
    return;
  }
  const said = message || (status === 0 ? t("noAnswer") : tUi("error"));
  // A limit is no number for this buyer (spec, section 4); the reason is told, because it is the buyer who can end it.
  const text = isLimit(code) ? t("noNumbersSince", { reason: said }) : said;
  showToast({ type: "error", text, detail: requestId ?? undefined });
  if (failure === "no-balance") go(payPath(row));
}

/** Says why a search has ended without a number. */
export function tellEndOf(row: Row, { state, refusal }: SearchView, desk: Desk): void {
  if (state === "stopped") showToast({ type: "info", text: desk.t("searchStopped") });
  else tellRefusal(row, refusal ?? { code: "NO_NUMBERS", message: "" }, desk);
}

/** Guests go to registration (or to the pay page, who pay first), users without money to pay. */
async function mayBuy(row: Row, { client, go, t }: Desk): Promise<boolean> {
  const visitor = await client.fetchQuery(visitorQuery).catch(() => null);
  if (!visitor) {
    rememberService(row.service);
    if (guestPaysFirst()) go(payPath(row, "/pay"));
    else go(gobackPath("/registration", pathBackTo(row)));
    return false;
  }
  const wallet = client.getQueryData<Wallet>(balanceKey);
  if (wallet === undefined || wallet.availableKopecks >= payableKopecks(row.offer)) return true;
  showToast({ type: "error", text: t("insufficientFunds") });
  go(payPath(row));
  return false;
}

function payPath({ service, offer }: Row, page: "/profile/pay" | "/pay" = "/profile/pay"): string {
  return `${page}?service=${service.code}&country=${offer.countryId}`;
}

/** This page with the row chosen: where somebody comes back to who has to sign in first. */
function pathBackTo({ service, offer }: Row): string {
  const { countryId } = offer;
  const choice = { serviceCode: service.code, countryId, priceKopecks: payableKopecks(offer) };
  return pathWithChoice(pathHere(), { ...choice, term: null });
}

/** What is kept with the key of a press. */
type Asked = { maxPriceKopecks: number; isCheapest?: boolean };

/** One purchase, by its order's id; one that was never answered is asked for again with the limit it had. Throws the ApiProblem of a refusal. */
async function buyOnce(row: Row, wanted: Asked): Promise<number> {
  const storeKey = `buy:${row.service.code}:${row.offer.countryId}`;
  const asked = unanswered<Asked>(storeKey) ?? wanted;
  const path = `sms-users/get-number/${row.offer.countryId}/${row.service.code}`;
  const { result } = await callOnce(
    storeKey,
    asked,
    (headers) =>
      api.post<{ result: string }>(path, undefined, {
        params: { maxPrice: asked.maxPriceKopecks, ...(asked.isCheapest ? { routing: "cheapest" } : {}) },
        headers: { ...headers, "Content-Type": "application/json" },
      }),
    judgePurchase,
  );
  return Number(result.split(":")[1]);
}

/** Has the number that was bought replaced when no SMS comes. A refusal is told; the number stays the buyer's. */
async function watch(orderId: number, replace: Replacing, { client, tUi }: Desk): Promise<void> {
  try {
    await beginReplacing(client, orderId, replace);
  } catch (error) {
    const { message, requestId } = toApiProblem(error);
    showToast({ type: "error", text: message || tUi("error"), detail: requestId ?? undefined });
  }
}

type Replacing = { readonly afterSeconds: number; readonly times: number };

function replacingOf({
  replaceAfterSeconds,
  replaceTimes,
}: Omit<ShopOptions, "autoRepeat">): Replacing | null {
  return replaceAfterSeconds > 0 ? { afterSeconds: replaceAfterSeconds, times: replaceTimes } : null;
}
