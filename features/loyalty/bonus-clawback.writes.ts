import { moveFunds } from "#features/ledger/ledger.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

export type Return = {
  readonly userId: number;
  /** The reference of what was given: `welcome:5`, `cashback:5:2026-W47`. */
  readonly given: string;
  readonly reason: string;
  /** Of what was given, what went back before and what has to be back now. */
  readonly before: Kopecks;
  readonly after: Kopecks;
  /** How often that has changed, this time included. */
  readonly version: number;
};

/**
 * Brings what went back of a bonus to what has to be back: more becomes a debt of its user, who pays it at once as far as the
 * wallet reaches (`repayDebt`, by the caller); less comes back into the wallet. The caller has locked the bonus's row and
 * stores the new amount and version.
 * @returns the amount moved, below zero when it came back to the user
 */
export async function returnBonus(
  tx: Tx,
  { userId, given, reason, before, after, version }: Return,
): Promise<Kopecks> {
  const amount = kopecks(after - before);
  if (amount === 0) return amount;
  await moveFunds(tx, {
    kind: amount > 0 ? "bonus_reversal" : "bonus_restored",
    userId,
    amountKopecks: kopecks(Math.abs(amount)),
    houseCode: "main",
    reference: `${given}:back:${version}`,
    reason,
  });
  return amount;
}
