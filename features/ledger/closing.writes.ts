import type { ClosingMoney, ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { findMoneyHindrances, listForfeitable, sumForfeitable } from "#features/ledger/closing.reads.ts";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

async function lockBalances(tx: Tx, userId: UserId): Promise<void> {
  for (const kind of await listForfeitable(tx, userId)) await lockBalance(tx, kind, userId);
}

/** Moves what is left to the house, once per account and balance. */
async function giveUpBalances(tx: Tx, userId: UserId): Promise<Kopecks> {
  let givenUp = 0;
  for (const kind of await listForfeitable(tx, userId)) {
    const left = await lockBalance(tx, kind, userId);
    if (left === 0) continue;
    await moveFunds(tx, {
      kind: kind === "user" ? "balance_forfeit" : "referral_forfeit",
      userId,
      houseCode: "main",
      amountKopecks: left,
      reference: `closing:${userId}:${kind}`,
      reason: "account_closed",
    });
    givenUp += left;
  }
  return kopecks(givenUp);
}

/** The money of an account that is closed. */
export const closingMoney: ClosingMoney = { sumBalances: sumForfeitable, lockBalances, giveUpBalances };

/** What the ledger says of an account that is closed; it forgets nothing. */
export const ledgerClosing: ClosingPart = { findHindrances: findMoneyHindrances };
