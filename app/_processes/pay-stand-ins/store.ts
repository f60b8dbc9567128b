import { randomBytes } from "node:crypto";
import path from "node:path";
import { nowMs } from "#lib/clock.ts";
import { ensureFolder, readJson, writeFileWhole } from "#lib/tooling/files.ts";

export const providers = ["nowpayments", "cryptomus", "btcpay"] as const;
export type Provider = (typeof providers)[number];

/** One hosted payment. Amounts are decimal texts with two digits. */
export type HostedPayment = {
  readonly id: string;
  readonly provider: Provider;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly returnUrl: string;
  readonly notifyUrl: string;
  readonly expiresAtMs: number;
  status: "open" | "paid" | "expired";
  paid: string;
  /** Came after the time was over. */
  isLate: boolean;
};

export type NewHostedPayment = Omit<HostedPayment, "status" | "paid" | "isLate">;

/** A transfer on the simulated chain; in a block for good some seconds after it was sent. */
export type ChainTransfer = {
  readonly transactionId: string;
  readonly to: string;
  /** Millionths. */
  readonly value: string;
  readonly sentAtMs: number;
  /** The block's time; a late one is in the future. */
  readonly blockAtMs: number;
};

export const payActions = ["exactly", "less", "more", "late"] as const;
export type PayAction = (typeof payActions)[number];

type Content = { payments: HostedPayment[]; transfers: ChainTransfer[] };

const LATE_MS = 2 * 3_600_000;

/** The simulated providers' books, kept in a file. */
export class StandInStore {
  readonly #file: string;
  readonly #content: Content;

  constructor(file: string) {
    this.#file = file;
    ensureFolder(path.dirname(file));
    this.#content = { payments: [], transfers: [], ...readJson<Partial<Content>>(file) };
  }

  find(provider: Provider, id: string): HostedPayment | null {
    return this.#content.payments.find((one) => one.provider === provider && one.id === id) ?? null;
  }

  listOf(provider: Provider, reference: string): HostedPayment[] {
    return this.#content.payments.filter((one) => one.provider === provider && one.reference === reference);
  }

  open(payment: NewHostedPayment): HostedPayment {
    const made: HostedPayment = { ...payment, status: "open", paid: "0.00", isLate: false };
    this.#content.payments.push(made);
    this.#save();
    return made;
  }

  /** What the person on the hosted page chose; a payment that is over stays as it is. */
  pay(payment: HostedPayment, action: PayAction): boolean {
    if (payment.status !== "open") return false;
    const cents = BigInt(payment.amount.replace(".", ""));
    const paid = action === "less" ? cents / 2n : action === "more" ? cents + 100n : cents;
    Object.assign(payment, { status: "paid", paid: centsText(paid), isLate: action === "late" });
    this.#save();
    return true;
  }

  /** Unpaid payments whose time is over. */
  turn(): void {
    for (const payment of this.#content.payments)
      if (payment.status === "open" && payment.expiresAtMs <= nowMs()) payment.status = "expired";
  }

  send(to: string, micro: bigint, isLate: boolean): ChainTransfer {
    const sentAtMs = nowMs();
    const transfer: ChainTransfer = {
      transactionId: randomBytes(32).toString("hex"),
      to,
      value: String(micro),
      sentAtMs,
      blockAtMs: sentAtMs + (isLate ? LATE_MS : 0),
    };
    this.#content.transfers.push(transfer);
    this.#save();
    return transfer;
  }

  /** Oldest first. */
  transfersTo(address: string): ChainTransfer[] {
    return this.#content.transfers
      .filter(({ to }) => to === address)
      .toSorted((a, b) => a.blockAtMs - b.blockAtMs);
  }

  #save(): void {
    writeFileWhole(this.#file, JSON.stringify(this.#content));
  }
}

function centsText(cents: bigint): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
