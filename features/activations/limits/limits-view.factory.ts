import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { openLevels, useRule } from "#features/activations/limits/limits.rules.ts";

/** The limits of an account with 40 finished orders, ten of which had a code; `wish` says what is otherwise. */
export function limitsView(wish: Partial<AccountLimits> = {}): AccountLimits {
  return {
    openOrders: 3,
    openMax: 25,
    grantedMax: null,
    ageDays: 5,
    finishedCount: 40,
    deliveredCount: 10,
    turnoverKopecks: 99_900,
    windowDays: 30,
    deliveredPercent: 25,
    bannedUntil: null,
    banReason: null,
    levels: [...openLevels],
    unusedRule: { ...useRule, banMinutes: [...useRule.banMinutes] },
    openPrice: { tolerancePercent: 5, toldSeconds: 60 },
    ...wish,
  };
}
