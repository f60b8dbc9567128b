import type { Hindrance } from "#features/identity/closing.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What a feature says and does when an account is closed. */
export type ClosingPart = {
  /** What of this feature still goes on. */
  readonly findHindrances?: (db: Queryable, userId: UserId) => Promise<readonly Hindrance[]>;
  /** Removes who the person was from its tables; done twice it changes nothing. */
  readonly forget?: (tx: Tx, userId: UserId) => Promise<void>;
};

/** What the money of an account says and does then. */
export type ClosingMoney = {
  /** What is in the balances of an account and could be withdrawn or given up. */
  readonly sumBalances: (db: Queryable, userId: UserId) => Promise<Kopecks>;
  /** Keeps everybody else off the balances until the transaction ends. */
  readonly lockBalances: (tx: Tx, userId: UserId) => Promise<void>;
  /** Moves what is left to the house, once; answers how much that was. */
  readonly giveUpBalances: (tx: Tx, userId: UserId) => Promise<Kopecks>;
};

/** Identity stands above those who know: they are handed in from app/. */
export type ClosingParts = { readonly parts: readonly ClosingPart[]; readonly money: ClosingMoney };
