import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { nowMs } from "#lib/clock.ts";
import { LoopbackStandIn } from "#lib/payment-stand-ins/loopback-stand-in.ts";
import type { PayAction, StandInAnswer, StandInRequest } from "#lib/payment-stand-ins/stand-in.ts";

/** One transfer event on the chain; a test changes it at will. */
export type StandInTransfer = {
  transactionId: string;
  to: string;
  from: string;
  /** Millionths of a token. */
  value: string;
  atMs: number;
  contract: string;
  type: string;
  isConfirmed: boolean;
  /** Confirmed by itself from then on; without it when somebody says so. */
  confirmsAtMs?: number;
};

/** So long after it was sent from the wallet's page a transfer can still be undone. */
const CONFIRMED_AFTER_MS = 6_000;
const LATE_MS = 2 * 3_600_000;
const MICRO = 1_000_000n;
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/**
 * A service with TronGrid's API: on a port of its own, or served by the default start (`respond`) with a wallet on a page. It ignores every filter that it is told to ignore, as a service with a fault
 * would, so that a test can see whether its reader looks for itself.
 */
export class TronStandIn extends LoopbackStandIn {
  /** The address of nobody: 20 zero bytes. */
  readonly address = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";
  readonly apiKey = "the key of the chain";
  readonly transfers: StandInTransfer[] = [];
  /** Filters that are passed over. */
  deaf = new Set<"contract_address" | "only_to">();
  fault: "none" | "5xx" | "refusal" = "none";
  rowsOfAPage = 200;
  calls = 0;
  readonly #contract: string;

  /** `contract`: that of the token which its transfers are in. */
  constructor(contract: string = USDT) {
    super();
    this.#contract = contract;
  }

  protected override serve(request: IncomingMessage, response: ServerResponse): void {
    this.calls += 1;
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://tron");
    const answer = this.respond({ path, query, headers: request.headers });
    const status = this.fault === "5xx" ? 503 : answer.status;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  }

  /** The product's settings with which it takes the stand-in at an address for the chain. */
  settingsAt(url: string) {
    return { TRONGRID_URL: url, TRONGRID_API_KEY: this.apiKey, TETHER_ADDRESS: this.address };
  }

  /** What the chain answers to a call of its API. */
  respond({ path, query, headers }: Pick<StandInRequest, "path" | "query" | "headers">): StandInAnswer {
    const isOurs = headers["tron-pro-api-key"] === this.apiKey;
    const isRefused = this.fault === "refusal" || !isOurs;
    return {
      status: 200,
      body: isRefused ? { success: false, error: "frequency limit" } : this.#list(path, query),
    };
  }

  /** Somebody sends USDT to the address; confirmed unless said otherwise. `amount` as a decimal text: `12.300017`. */
  send(amount: string, part: Partial<StandInTransfer> = {}): StandInTransfer {
    const [whole = "0", fraction = ""] = amount.split(".");
    const transfer: StandInTransfer = {
      transactionId: randomBytes(32).toString("hex"),
      to: this.address,
      from: "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj",
      value: String(BigInt(whole + fraction.padEnd(6, "0"))),
      atMs: nowMs(),
      contract: this.#contract,
      type: "Transfer",
      isConfirmed: true,
      ...part,
    };
    this.transfers.push(transfer);
    return transfer;
  }

  /** What the person at the wallet pressed: a whole unit apart, or in a block that is hours away. */
  sendFromWallet(to: string, micro: bigint, action: PayAction): StandInTransfer {
    const sentAtMs = nowMs();
    const apart = action === "less" ? -MICRO : action === "more" ? MICRO : 0n;
    return this.send("0", {
      to,
      value: String(micro + apart),
      atMs: sentAtMs + (action === "late" ? LATE_MS : 0),
      isConfirmed: false,
      confirmsAtMs: sentAtMs + CONFIRMED_AFTER_MS,
    });
  }

  #list(path: string, query: URLSearchParams): object {
    const [, address = ""] = /^\/v1\/accounts\/([^/]+)\/transactions\/trc20$/.exec(path) ?? [];
    const begin = Number(query.get("fingerprint") ?? 0);
    const all = this.transfers
      .filter((row) => row.to === address || row.from === address)
      .filter((row) => this.deaf.has("only_to") || query.get("only_to") !== "true" || row.to === address)
      .filter(
        (row) =>
          this.deaf.has("contract_address") ||
          row.contract === (query.get("contract_address") ?? row.contract),
      )
      .filter((row) => query.get("only_confirmed") !== "true" || isConfirmed(row))
      .filter((row) => query.get("only_unconfirmed") !== "true" || !isConfirmed(row))
      .filter((row) => row.atMs >= Number(query.get("min_timestamp") ?? 0))
      .toSorted((a, b) => a.atMs - b.atMs);
    const page = all.slice(begin, begin + this.rowsOfAPage);
    const next = begin + page.length;
    return {
      success: true,
      data: page.map(rowOf),
      meta: {
        at: nowMs(),
        page_size: page.length,
        ...(next < all.length ? { fingerprint: String(next) } : {}),
      },
    };
  }
}

function isConfirmed({ isConfirmed, confirmsAtMs }: StandInTransfer): boolean {
  return isConfirmed || (confirmsAtMs !== undefined && confirmsAtMs <= nowMs());
}

function rowOf({ transactionId, to, from, value, atMs, contract, type }: StandInTransfer) {
  return {
    transaction_id: transactionId,
    token_info: { symbol: "USDT", address: contract, decimals: 6, name: "Tether USD" },
    block_timestamp: atMs,
    from,
    to,
    type,
    value,
  };
}
