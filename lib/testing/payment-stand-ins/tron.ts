import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
};

const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/**
 * A service with TronGrid's API on a real port. It ignores every filter that it is told to ignore, as a service with a fault
 * would, so that a test can see whether its reader looks for itself.
 */
export class TronStandIn {
  readonly address = "TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh";
  readonly apiKey = "the key of the chain";
  readonly transfers: StandInTransfer[] = [];
  /** Filters that are passed over. */
  deaf = new Set<"contract_address" | "only_to">();
  fault: "none" | "5xx" | "refusal" = "none";
  rowsOfAPage = 200;
  calls = 0;
  readonly #server = createServer((request, response) => {
    this.calls += 1;
    const url = new URL(request.url ?? "/", "http://tron");
    const status = this.fault === "5xx" ? 503 : 200;
    const isOurs = request.headers["tron-pro-api-key"] === this.apiKey;
    const body =
      this.fault === "refusal" || !isOurs ? { success: false, error: "frequency limit" } : this.#list(url);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });

  /** On a free port, or on the one that the product was told. */
  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Somebody sends USDT to the address; confirmed unless said otherwise. `amount` as a decimal text: `12.300017`. */
  send(amount: string, part: Partial<StandInTransfer> = {}): StandInTransfer {
    const [whole = "0", fraction = ""] = amount.split(".");
    const transfer: StandInTransfer = {
      transactionId: randomBytes(32).toString("hex"),
      to: this.address,
      from: "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj",
      value: String(BigInt(whole + fraction.padEnd(6, "0"))),
      atMs: Date.now(),
      contract: USDT,
      type: "Transfer",
      isConfirmed: true,
      ...part,
    };
    this.transfers.push(transfer);
    return transfer;
  }

  #list(url: URL): object {
    const { searchParams: query, pathname } = url;
    const [, address = ""] = /^\/v1\/accounts\/([^/]+)\/transactions\/trc20$/.exec(pathname) ?? [];
    const begin = Number(query.get("fingerprint") ?? 0);
    const all = this.transfers
      .filter((row) => row.to === address || row.from === address)
      .filter((row) => this.deaf.has("only_to") || query.get("only_to") !== "true" || row.to === address)
      .filter(
        (row) =>
          this.deaf.has("contract_address") ||
          row.contract === (query.get("contract_address") ?? row.contract),
      )
      .filter((row) => query.get("only_confirmed") !== "true" || row.isConfirmed)
      .filter((row) => query.get("only_unconfirmed") !== "true" || !row.isConfirmed)
      .filter((row) => row.atMs >= Number(query.get("min_timestamp") ?? 0))
      .toSorted((a, b) => a.atMs - b.atMs);
    const page = all.slice(begin, begin + this.rowsOfAPage);
    const next = begin + page.length;
    return {
      success: true,
      data: page.map(rowOf),
      meta: {
        at: Date.now(),
        page_size: page.length,
        ...(next < all.length ? { fingerprint: String(next) } : {}),
      },
    };
  }
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
