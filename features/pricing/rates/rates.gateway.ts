import type { Bank } from "#features/pricing/rates/gateway/bank.gateway.ts";
import { createCbr } from "#features/pricing/rates/gateway/cbr.gateway.ts";
import { createEcb } from "#features/pricing/rates/gateway/ecb.gateway.ts";
import { env } from "#lib/env.ts";

/** Who is asked for rates: the one that quotes the rouble, and the second opinion. */
export type Banks = { readonly cbr: Bank; readonly ecb: Bank | null };

/** The banks that are set up; null where nobody is asked and the last rate stays (the default start). */
export function configuredBanks(): Banks | null {
  if (!env.CBR_RATES_URL) return null;
  return { cbr: createCbr(env.CBR_RATES_URL), ecb: env.ECB_RATES_URL ? createEcb(env.ECB_RATES_URL) : null };
}
