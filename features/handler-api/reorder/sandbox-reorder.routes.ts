import { makeReorderCalls } from "#features/handler-api/reorder/reorder.routes.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import {
  againRefusal,
  buyAdditionalInSandbox,
  buyAgainInSandbox,
} from "#features/sandbox/sandbox-reorder.writes.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** The actions about a number in hand as a sandbox key meets them. */
export const sandboxReorderCalls = makeReorderCalls({
  findSale: async (db, { key }, orderId) =>
    (await readSandbox(db, key.keyId)).orders.find(({ id }) => id === orderId) ?? null,
  judgeAgain: async (db, { key }, { orderId }) => {
    const sandbox = await readSandbox(db, key.keyId);
    const order = sandbox.orders.find(({ id }) => id === orderId);
    const refusal = order ? againRefusal(sandbox, order) : "not_found";
    return refusal ? { refusal } : { refusal: null, priceKopecks: kopecks(sandboxLimits.priceKopecks) };
  },
  buyAgain: buyAgainInSandbox,
  buyAdditional: buyAdditionalInSandbox,
});
