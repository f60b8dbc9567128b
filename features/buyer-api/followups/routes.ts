import { judgeAgain } from "#features/activations/followups/reads.ts";
import { buyAdditional, buyAgain } from "#features/activations/followups/writes.ts";
import { findOrderSale } from "#features/activations/history/reads.ts";
import { checkSellable } from "#features/activations/purchase/writes.ts";
import type { FollowUpDesk } from "#features/buyer-api/followups/rules.ts";
import { buyAdditionalService, buyExtra, checkExtra } from "#features/buyer-api/followups/writes.ts";
import type { Parameters as Sent } from "#features/buyer-api/request/rules.ts";
import type { ActionName, Answer } from "#features/buyer-api/rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/reads.ts";
import type { Db } from "#lib/db/pool.ts";

type Call = (db: Db, caller: KeyOwner, parameters: Sent) => Promise<Answer>;
type FollowUpAction = Extract<
  ActionName,
  "getExtraActivation" | "checkExtraActivation" | "reactivate" | "getAdditionalService"
>;

/** The actions about a number that the caller has, or has had, over a desk. */
export function makeFollowUpCalls(desk: FollowUpDesk): Readonly<Record<FollowUpAction, Call>> {
  return {
    getExtraActivation: (...call) => buyExtra(desk, ...call),
    checkExtraActivation: (...call) => checkExtra(desk, ...call),
    reactivate: (...call) => buyExtra(desk, ...call),
    getAdditionalService: (...call) => buyAdditionalService(desk, ...call),
  };
}

/** Orders that are real. */
const liveDesk: FollowUpDesk = {
  findSale: (db, { userId }, orderId) => findOrderSale(db, userId, orderId),
  judgeAgain: async (db, { userId, key }, order) => {
    const sale = { ...order, operator: "any", channel: "api" as const, key };
    return judgeAgain(db, userId, order.orderId, await checkSellable(db, sale));
  },
  buyAgain,
  buyAdditional,
};

export const followUpCalls = makeFollowUpCalls(liveDesk);
