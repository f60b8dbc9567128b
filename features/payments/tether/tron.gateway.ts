import { z } from "zod";
import { GatewayFault } from "#features/payments/gateway/provider.gateway.ts";
import { addressAt, callProvider, understand } from "#features/payments/gateway/provider-http.gateway.ts";

const ROWS_OF_A_PAGE = 200;
const PAGES = 10;

/** What every event has. Anybody can cause one of another type, with whatever value: no more of it is read. */
const ChainEvent = z.looseObject({ type: z.string(), block_timestamp: z.string().regex(/^\d{13}$/) });
type ChainEvent = z.infer<typeof ChainEvent>;
const Row = z.object({
  transaction_id: z.string().regex(/^[0-9a-f]{64}$/),
  from: z.string().max(60),
  to: z.string(),
  // A contract counts in 256 bits.
  value: z.string().regex(/^\d{1,78}$/),
  block_timestamp: ChainEvent.shape.block_timestamp,
  token_info: z.object({ address: z.string() }),
});
type Row = z.infer<typeof Row>;
const Answer = z.object({
  success: z.literal(true),
  data: z.array(ChainEvent),
  meta: z.object({ fingerprint: z.string().max(2_000).optional() }),
});

/** What one transaction has brought to the address, in millionths of a USDT. */
export type TronTransfer = {
  readonly transactionId: string;
  readonly from: string;
  readonly amountMicro: bigint;
  readonly blockAtMs: number;
};

type TransferQuery = {
  /** `confirmed`: in blocks that cannot be undone any more; `unconfirmed`: in newer ones. */
  readonly kind: "confirmed" | "unconfirmed";
  readonly sinceMs: number;
};

type TransferList = {
  readonly transfers: readonly TronTransfer[];
  /** Time of the newest block that was read, whatever it held; null when there was none. */
  readonly newestMs: number | null;
  /** False when there is more: read on from the newest block. */
  readonly isComplete: boolean;
};

/** The transfers of one token to one address, oldest first. */
export type TronChain = {
  readonly address: string;
  listTransfers(query: TransferQuery): Promise<TransferList>;
};

export type TronOptions = {
  /** `https://api.trongrid.io` or a service with the same API. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly contract: string;
  readonly address: string;
};

/**
 * The chain as TronGrid's API shows it (`/v1/accounts/{address}/transactions/trc20`). The filters are asked for and checked
 * again: what is no transfer, of another contract or to another address is left out. Throws GatewayFault.
 */
export function createTron(options: TronOptions): TronChain {
  return {
    address: options.address,
    async listTransfers(query) {
      const found: Row[] = [];
      let newestMs: number | null = null;
      let next: string | null = null;
      for (let page = 0; page < PAGES; page += 1) {
        const answer = await readPage(options, query, next);
        found.push(...answer.transfers);
        newestMs = answer.events.reduce<number | null>(
          (newest, event) => Math.max(newest ?? 0, timeOf(event)),
          newestMs,
        );
        next = answer.events.length > 0 ? answer.next : null;
        if (next === null) break;
      }
      return { transfers: byTransaction(found.filter(isOurs(options))), newestMs, isComplete: next === null };
    },
  };
}

const timeOf = (event: ChainEvent) => Number(event.block_timestamp);

function isOurs({ contract, address }: TronOptions): (row: Row) => boolean {
  return ({ to, token_info }) => to === address && token_info.address === contract;
}

async function readPage(options: TronOptions, query: TransferQuery, from: string | null) {
  const url = addressAt(options.url, `v1/accounts/${encodeURIComponent(options.address)}/transactions/trc20`);
  url.search = new URLSearchParams({
    [`only_${query.kind}`]: "true",
    only_to: "true",
    contract_address: options.contract,
    min_timestamp: String(Math.max(0, query.sinceMs)),
    order_by: "block_timestamp,asc",
    limit: String(ROWS_OF_A_PAGE),
    ...(from === null ? {} : { fingerprint: from }),
  }).toString();
  const headers: Record<string, string> =
    options.apiKey === undefined ? {} : { "tron-pro-api-key": options.apiKey };
  const answer = await callProvider(url, { method: "GET", headers });
  if (answer === null) throw new GatewayFault("HTTP 404");
  const { data, meta } = understand(Answer, answer);
  const transfers = understand(
    z.array(Row),
    data.filter(({ type }) => type === "Transfer"),
  );
  return { events: data, transfers, next: meta.fingerprint ?? null };
}

/** A contract can send several times in one transaction; what it brought in all is what counts. */
function byTransaction(rows: readonly Row[]): TronTransfer[] {
  const transfers = new Map<string, TronTransfer>();
  for (const { transaction_id, from, value, block_timestamp } of rows) {
    const amountMicro = (transfers.get(transaction_id)?.amountMicro ?? 0n) + BigInt(value);
    const blockAtMs = Number(block_timestamp);
    transfers.set(transaction_id, { transactionId: transaction_id, from, amountMicro, blockAtMs });
  }
  return [...transfers.values()];
}
