import sql, { type Sql } from "sql-template-tag";
import {
  type ChargeCurrency,
  isChargeCurrency,
  microRateOf,
  type RateText,
  rateText,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import { findUsdRate, usdRateAt } from "#features/pricing/rates/rates.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";

/** Roubles for one unit of each currency that can be charged now; `RUB` is null: it needs no rate. */
export type Rates = ReadonlyMap<ChargeCurrency, RateText | null>;

/**
 * The rates that payments beginning now are charged at: those of the setting, else the reference rate for dollars and what is
 * pegged to them. A currency without a rate is not in the answer.
 */
export async function readRates(db: Queryable, configured: string = env.PAYMENT_RATES): Promise<Rates> {
  const rates = new Map<ChargeCurrency, RateText | null>([["RUB", null]]);
  const usd = await findUsdRate(db);
  if (usd) for (const currency of ["USD", "USDT"] as const) rates.set(currency, rateText(usd.microRubPerUsd));
  for (const [currency, rate] of configuredRates(configured)) rates.set(currency, rate);
  return rates;
}

/** A value: roubles for one USDT for money that came at a moment without a payment: the setting's, else the reference rate of then. */
export function usdtRateAt(moment: Sql, configured: string = env.PAYMENT_RATES): Sql {
  const set = new Map(configuredRates(configured)).get("USDT") ?? null;
  return sql`coalesce(${set}::numeric(18, 6), ${usdRateAt(moment)})`;
}

/** `CNY=11.25,USDT=82` as pairs. */
function configuredRates(text: string): [ChargeCurrency, RateText][] {
  return text.split(",").flatMap((item): [ChargeCurrency, RateText][] => {
    const [currency = "", rate = ""] = item.trim().split("=");
    const micro = microRateOf(rate);
    return isChargeCurrency(currency) && currency !== "RUB" && micro !== null
      ? [[currency, rateText(micro)]]
      : [];
  });
}
