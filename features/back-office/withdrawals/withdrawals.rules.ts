import {
  isSentByHand,
  nextState,
  type WithdrawalEvent,
  type WithdrawalMethod,
  type WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";

/** What the staff do about a withdrawal. */
export const payoutSteps = ["approve", "reject", "send", "confirm", "return"] as const;
export type PayoutStep = (typeof payoutSteps)[number];

const eventOf: Readonly<Record<PayoutStep, WithdrawalEvent>> = {
  approve: "approve",
  reject: "reject",
  send: "send",
  confirm: "confirm",
  return: "confirm_return",
};
const byHandOnly: readonly PayoutStep[] = ["send", "confirm", "return"];

export type PayoutFacts = {
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly userId: number;
  readonly firstApprovedBy: number | null;
  readonly proposerId: number | null;
  /** Set while no money goes to its new card or address. */
  readonly restsUntil: Date | null;
};

/** The steps that somebody may take now: nobody decides about their own money, nor signs what they asked for or have signed. */
export function stepsOf(payout: PayoutFacts, staffId: number): PayoutStep[] {
  if (payout.userId === staffId) return [];
  return payoutSteps.filter((step) => {
    if (nextState(payout.state, eventOf[step]) === null) return false;
    if (byHandOnly.includes(step) && !isSentByHand(payout.method)) return false;
    if (step === "approve" && payout.restsUntil !== null) return false;
    return step !== "approve" || (payout.firstApprovedBy !== staffId && payout.proposerId !== staffId);
  });
}
