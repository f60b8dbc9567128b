import type { Kopecks } from "#lib/money/kopecks.ts";

/** A user's money: `posted` is the user's, of which `held` is reserved for open orders. */
export type Balance = {
  readonly postedKopecks: Kopecks;
  readonly heldKopecks: Kopecks;
  /** What can be spent: posted - held, never below zero. */
  readonly availableKopecks: Kopecks;
  /** Grows by one with every transfer that touches the wallet. */
  readonly version: number;
};

/** Accounts of a user that carry a balance: the wallet, what the referrals, a partner's modems and a store earned. */
export type BalanceKind = "user" | "referral" | "partner" | "store";

/**
 * Movements at once between a user and the house (chart: table ledger_kinds). Which side is whose follows from the kind:
 * `charge_back`, `bonus_reversal`, `debt_write_off` and `debt_write_off_reversal` touch the debt, `referral_accrual` and `referral_reversal` what the referrals
 * earned (so does `referral_forfeit`), `partner_accrual` and `partner_reversal` what a partner
 * earned, `store_accrual` what a store earned, the others the wallet.
 */
export type MoveKind =
  | "top_up"
  | "top_up_claim"
  | "top_up_refund_return"
  | "demo_credit"
  | "welcome_bonus"
  | "cashback"
  | "charge_back"
  | "payment_refund"
  | "debt_repayment"
  | "debt_write_off"
  | "debt_reversal"
  | "debt_return"
  | "debt_write_off_reversal"
  | "bonus_reversal"
  | "bonus_restored"
  | "referral_accrual"
  | "referral_reversal"
  | "referral_to_balance"
  | "partner_accrual"
  | "partner_reversal"
  | "partner_to_balance"
  | "store_accrual"
  | "store_to_balance"
  | "adjustment_credit"
  | "adjustment_debit"
  | "activation_refund"
  | "ready_account_refund"
  | "licence"
  | "agent_share"
  | "balance_forfeit"
  | "referral_forfeit";

/** Holds that a withdrawal resolves later. */
export type ReserveKind =
  | "top_up_refund"
  | "referral_withdrawal"
  | "partner_withdrawal"
  | "store_withdrawal"
  | "partner_fine"
  | "bonus_hold";
