import { findOrderSale } from "#features/activations/history.reads.ts";
import { checkSellable } from "#features/activations/purchase/purchase.writes.ts";
import { judgeAgain } from "#features/activations/reorder/reorder.reads.ts";
import { buyAdditional, buyAgain } from "#features/activations/reorder/reorder.writes.ts";
import type { ActionName, Answer } from "#features/handler-api/handler-api.rules.ts";
import type { ReorderPort } from "#features/handler-api/reorder/reorder.rules.ts";
import {
  buyAdditionalService,
  buyExtra,
  checkExtra,
  listExtraOptions,
  priceExtra,
} from "#features/handler-api/reorder/reorder.writes.ts";
import type { Parameters as Sent } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { Db } from "#lib/db/pool.ts";

type Call = (db: Db, caller: KeyOwner, parameters: Sent) => Promise<Answer>;
type ReorderAction = Extract<
  ActionName,
  | "getExtraActivation"
  | "checkExtraActivation"
  | "reactivate"
  | "reactivationPrice"
  | "reactivateOptions"
  | "getAdditionalService"
>;

/** The actions about a number that the caller has, or has had, over a port. */
export function makeReorderCalls(port: ReorderPort): Readonly<Record<ReorderAction, Call>> {
  return {
    getExtraActivation: (...call) => buyExtra(port, ...call),
    checkExtraActivation: (...call) => checkExtra(port, ...call),
    reactivate: (...call) => buyExtra(port, ...call),
    reactivationPrice: (...call) => priceExtra(port, ...call),
    reactivateOptions: (...call) => listExtraOptions(port, ...call),
    getAdditionalService: (...call) => buyAdditionalService(port, ...call),
  };
}

/** Orders that are real. */
const livePort: ReorderPort = {
  findSale: (db, { userId }, orderId) => findOrderSale(db, userId, orderId),
  judgeAgain: async (db, { userId, key }, order) => {
    const sale = { ...order, operator: "any", channel: "api" as const, key };
    return judgeAgain(db, userId, order.orderId, await checkSellable(db, sale));
  },
  buyAgain,
  buyAdditional,
};

export const reorderCalls = makeReorderCalls(livePort);
