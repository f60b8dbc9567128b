import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { redirectSignedIn } from "#features/identity/identity.loaders.ts";
import { guestMethods, guestPaths, PAY_FIRST, paysFirst } from "#features/payments/guests.rules.ts";
import type { MethodView, PlannedPurchase } from "#features/payments/payments.contract.ts";
import { loadWish } from "#features/payments/payments.loaders.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { cookieIn, cookies } from "#lib/cookies.ts";
import { env } from "#lib/env.ts";
import { gobackPath } from "#lib/http/goback.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export type GuestPay = {
  readonly methods: MethodView[];
  readonly quickAmountsKopecks: readonly number[];
  readonly rubPerUsd: number | null;
  readonly context: ReturnContext;
  readonly purchase: PlannedPurchase | null;
  /** A guest's price of the number now; 0 = not known. */
  readonly priceKopecks: number;
  /** The pay page of who has an account. */
  readonly accountPath: string;
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What the pay page of guests shows. Whoever is signed in goes to their own pay page, or takes what was paid; a guest who does not pay
 * first (`paysFirst`) registers. The link that sets the cookie (`payment-test=1`) leads here at once.
 */
export async function loadGuestPay(locale: Locale, query: Query): Promise<GuestPay> {
  const wish = await loadWish(locale, query);
  const { service, country } = wish.context;
  const named = Object.entries({ service, country }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const wanted = new URLSearchParams(named).toString();
  const accountPath = wanted === "" ? "/profile/pay" : `/profile/pay?${wanted}`;
  const isBack = query.sent === "1";
  await redirectSignedIn(locale, isBack ? guestPaths.claim : accountPath);
  const isLed = query[cookies.paymentTest.name] === "1";
  if (!isBack && !isLed && !(await isForPayingFirst())) {
    redirect(localizedPath(locale, gobackPath("/registration", accountPath)));
  }
  return { ...wish, methods: guestMethods(wish.methods), accountPath };
}

async function isForPayingFirst(): Promise<boolean> {
  const sent = (await headers()).get("cookie");
  return paysFirst((name) => cookieIn(sent, name, /^.+$/), env.EXPERIMENTS.includes(PAY_FIRST));
}
