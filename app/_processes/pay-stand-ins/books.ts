import path from "node:path";
import type { ProviderStandIn, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import type { StandInTransfer, TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { ensureFolder, readJson, writeFileAtomically } from "#lib/tooling/files.ts";

export type ServedStandIns = {
  /** By the providers' codes. */
  readonly providers: ReadonlyMap<string, ProviderStandIn>;
  readonly tron: TronStandIn;
};

type Content = { payments: Record<string, StandInPayment[]>; transfers: StandInTransfer[] };

/** The stand-ins' payments and transfers, kept in a file from one start to the next. */
export class Books {
  readonly #file: string;
  readonly #standIns: ServedStandIns;

  /** Gives the stand-ins what the file has. */
  constructor(file: string, standIns: ServedStandIns) {
    this.#file = file;
    this.#standIns = standIns;
    ensureFolder(path.dirname(file));
    const { payments = {}, transfers = [] } = readJson<Partial<Content>>(file) ?? {};
    for (const [provider, standIn] of standIns.providers)
      for (const payment of payments[provider] ?? []) standIn.payments.set(payment.id, payment);
    standIns.tron.transfers.push(...transfers);
  }

  save(): void {
    const { providers, tron } = this.#standIns;
    const content: Content = {
      payments: Object.fromEntries(
        [...providers].map(([provider, { payments }]) => [provider, [...payments.values()]]),
      ),
      transfers: tron.transfers,
    };
    writeFileAtomically(this.#file, JSON.stringify(content));
  }
}
