import { BankFault } from "#features/pricing/rates/gateway/bank.gateway.ts";
import { type Banks, configuredBanks } from "#features/pricing/rates/rates.gateway.ts";
import { type BankRates, readingOf, type Verdict } from "#features/pricing/rates/rates.rules.ts";
import { claimAsking, recordRateProblem, takeReadingIn } from "#features/pricing/rates/rates.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/**
 * Asks the banks when it is time, and takes their rate in. Without the Bank of Russia there is no rate; without the
 * European one there is no second opinion. Null when it was not time, or nothing could be read.
 */
export async function askBanks(db: Db, { cbr, ecb }: Banks): Promise<Verdict | null> {
  if (!(await claimAsking(db))) return null;
  try {
    const [rates, opinion] = await Promise.all([cbr.fetchRates(), secondOpinion(ecb)]);
    const read = readingOf(rates, opinion);
    if (!read) throw new BankFault("cbr: names neither dollar nor euro");
    const verdict = await withTransaction(db, (tx) => takeReadingIn(tx, read.reading, read.agrees));
    if (verdict !== "good" && verdict !== "same") {
      log.error(
        { verdict, day: read.reading.day },
        "a rate of the dollar was not believed; the last good one stays",
      );
    }
    return verdict;
  } catch (error) {
    if (!(error instanceof BankFault)) throw error;
    log.warn({ error: error.message }, "the rate of the dollar could not be read; the last good one stays");
    await recordRateProblem(db, error.message);
    return null;
  }
}

async function secondOpinion(ecb: Banks["ecb"]): Promise<BankRates | null> {
  try {
    return ecb && (await ecb.fetchRates());
  } catch (error) {
    if (!(error instanceof BankFault)) throw error;
    log.warn({ error: error.message }, "no second opinion on the rate of the dollar");
    return null;
  }
}

const banks = configuredBanks();

export const rateSweeps = banks
  ? [defineSweep({ name: "pricing: rates", everyMs: 60_000, run: (db) => askBanks(db, banks) })]
  : [];
