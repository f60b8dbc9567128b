import { sha256 } from "@noble/hashes/sha2.js";

/** The one true contract of USDT on Tron; a token of any other contract is worth nothing, whatever it calls itself. */
export const usdtContract = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** The provider's code: in ledger references and the name of its clearing account. */
export const tetherProvider = "usdt-trc20";

/** The page of an invoice, without a language. */
export function invoicePath(paymentId: number): string {
  return `/profile/pay/invoice/${paymentId}`;
}

export const tetherLimits = {
  /** An invoice asks for the amount charged and fewer than so many millionths more: a hundredth of a USDT. */
  tails: 10_000,
  /** Tries to find an amount that no other kept invoice has. */
  tailTries: 30,
  /** So long after its time an invoice keeps its amount, so that a late transfer cannot pay a stranger's invoice. */
  keptDays: 7,
  /** What is less than this comes from spammers and is passed over. */
  dustMicro: 10_000n,
  /** The chain's clock and ours may differ by so much. */
  clockSeconds: 60,
  /**
   * A transfer of another amount is taken as meant for the one invoice that it is this near to (the nearest circle that has any
   * decides): rounded by hand, less an exchange's usual fee, less a large fee ...
   */
  nearMicro: [50_000n, 1_500_000n, 5_000_000n],
  /** ... or, in the last circle, this share of it. */
  nearPercent: 5n,
  /** Blocks are read again from so long before the newest one that is known, should the service have shown one late. */
  rereadSeconds: 3_600,
  /** Without any invoice the address is looked at so often. */
  idleSeconds: 60,
} as const;

export const transferMatches = ["exact", "second", "late", "underpaid", "overpaid", "unmatched"] as const;
/** What a transfer turned out to be; see the table. */
export type TransferMatch = (typeof transferMatches)[number];

/** An invoice as the matching needs it; times are milliseconds. */
export type MatchableInvoice = {
  readonly paymentId: number;
  readonly amountMicro: bigint;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly isPaid: boolean;
};

export type Matched = { readonly match: TransferMatch; readonly paymentId: number | null };

/**
 * What a confirmed transfer is. Its exact amount names the invoice; only within the invoice's time does it pay. Another
 * amount is put down to an invoice when there is exactly one it can have been meant for, else to none: it is never credited
 * by itself, so this decides no more than what the payer is told.
 */
export function matchTransfer(
  transfer: { readonly amountMicro: bigint; readonly blockAtMs: number },
  kept: readonly MatchableInvoice[],
): Matched {
  const clockMs = tetherLimits.clockSeconds * 1000;
  const begun = kept.filter(({ createdAtMs }) => createdAtMs - clockMs <= transfer.blockAtMs);
  const named = begun.find(({ amountMicro }) => amountMicro === transfer.amountMicro);
  if (named) {
    const { paymentId } = named;
    if (named.isPaid) return { match: "second", paymentId };
    return { match: transfer.blockAtMs > named.expiresAtMs ? "late" : "exact", paymentId };
  }
  const open = begun.filter(({ isPaid, expiresAtMs }) => !isPaid && transfer.blockAtMs <= expiresAtMs);
  const meant = theOneNear(transfer.amountMicro, open);
  if (!meant) return { match: "unmatched", paymentId: null };
  const isLess = transfer.amountMicro < meant.amountMicro;
  return { match: isLess ? "underpaid" : "overpaid", paymentId: meant.paymentId };
}

/** The one invoice in the nearest circle around an amount that has any; null when it has several, or none has one. */
function theOneNear(amountMicro: bigint, open: readonly MatchableInvoice[]): MatchableInvoice | null {
  const { nearMicro, nearPercent } = tetherLimits;
  const circles = [
    ...nearMicro.map((micro) => (apart: bigint) => apart <= micro),
    (apart: bigint, wanted: bigint) => apart * 100n <= wanted * nearPercent,
  ];
  for (const isInside of circles) {
    const [found, another] = open.filter((invoice) => {
      const wanted = invoice.amountMicro;
      return isInside(amountMicro < wanted ? wanted - amountMicro : amountMicro - wanted, wanted);
    });
    if (found) return another ? null : found;
  }
  return null;
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const MAINNET = 0x41;

/** An address of Tron's main network, its checksum included (base58check of 21 bytes that begin with 0x41). */
export function isTronAddress(text: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return false;
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  const hex = number.toString(16).padStart(50, "0");
  if (hex.length !== 50) return false;
  const bytes = Uint8Array.from({ length: 25 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  const checksum = sha256(sha256(bytes.subarray(0, 21)));
  return bytes[0] === MAINNET && bytes.subarray(21).every((byte, index) => byte === checksum[index]);
}

/** A transaction's id as people copy it, also out of an explorer's address; null when there is none in the text. */
export function transactionIdIn(text: string): string | null {
  const found = text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi);
  return found?.length === 1 ? (found[0] as string).toLowerCase() : null;
}
