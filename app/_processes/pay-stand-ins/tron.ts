import type { ApiAnswer, ApiCall, StandInContext } from "#app/_processes/pay-stand-ins/call.ts";
import type { ChainTransfer } from "#app/_processes/pay-stand-ins/store.ts";
import { nowMs } from "#lib/clock.ts";

/** So long after it was sent a transfer can still be undone. */
const CONFIRMED_AFTER_MS = 6_000;
const FROM = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
const path = /^\/v1\/accounts\/([1-9A-Za-z]{34})\/transactions\/trc20$/;

/** The chain as TronGrid shows it. */
export function answerTron({ store }: StandInContext, call: ApiCall, contract: string): ApiAnswer | null {
  const [, address] = path.exec(call.path) ?? [];
  if (address === undefined || call.method !== "GET") return null;
  const since = Number(call.query.get("min_timestamp") ?? 0);
  const isConfirmed = ({ sentAtMs }: ChainTransfer) => sentAtMs + CONFIRMED_AFTER_MS <= nowMs();
  const wantsConfirmed = call.query.get("only_confirmed") === "true";
  const rows = store
    .transfersTo(address)
    .filter((transfer) => transfer.blockAtMs >= since && isConfirmed(transfer) === wantsConfirmed);
  const limit = Number(call.query.get("limit") ?? 20);
  const begin = Number(call.query.get("fingerprint") ?? 0);
  const page = rows.slice(begin, begin + limit);
  const next = begin + page.length < rows.length ? { fingerprint: String(begin + page.length) } : {};
  return {
    status: 200,
    body: {
      success: true,
      data: page.map(({ transactionId, to, value, blockAtMs }) => ({
        transaction_id: transactionId,
        token_info: { symbol: "USDT", address: contract, decimals: 6, name: "Tether USD" },
        block_timestamp: blockAtMs,
        from: FROM,
        to,
        type: "Transfer",
        value,
      })),
      meta: { at: nowMs(), page_size: page.length, ...next },
    },
  };
}
