import {
  isSentByHand,
  nextState,
  type WithdrawalEvent,
  type WithdrawalMethod,
  type WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";

/** What the staff do about a withdrawal. */
export const deskWithdrawalSteps = ["approve", "reject", "send", "confirm", "return"] as const;
export type DeskWithdrawalStep = (typeof deskWithdrawalSteps)[number];

const eventOf: Readonly<Record<DeskWithdrawalStep, WithdrawalEvent>> = {
  approve: "approve",
  reject: "reject",
  send: "send",
  confirm: "confirm",
  return: "confirm_return",
};
const byHandOnly: readonly DeskWithdrawalStep[] = ["send", "confirm", "return"];

export type DeskWithdrawalFacts = {
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly userId: number;
  readonly firstApprovedBy: number | null;
  readonly proposerId: number | null;
  /** Set while no money goes to its new card or address. */
  readonly restsUntil: Date | null;
};

/** The steps that somebody may take now: nobody decides about their own money, nor signs what they asked for or have signed. */
export function stepsOf(withdrawal: DeskWithdrawalFacts, staffId: number): DeskWithdrawalStep[] {
  if (withdrawal.userId === staffId) return [];
  return deskWithdrawalSteps.filter((step) => {
    if (nextState(withdrawal.state, eventOf[step]) === null) return false;
    if (byHandOnly.includes(step) && !isSentByHand(withdrawal.method)) return false;
    if (step === "approve" && withdrawal.restsUntil !== null) return false;
    return (
      step !== "approve" || (withdrawal.firstApprovedBy !== staffId && withdrawal.proposerId !== staffId)
    );
  });
}
