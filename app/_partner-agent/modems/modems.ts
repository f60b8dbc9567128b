import type { ModemReport } from "#app/_partner-agent/inputs/input.ts";
import { normalizeSim } from "#app/_partner-agent/modems/number-table.ts";

/** A modem as far as it is known now. */
export type Modem = {
  readonly name: string;
  readonly isPresent: boolean;
  /** Why it is not there. */
  readonly why: string | null;
  /** Monotonic milliseconds since when it is there and in a network without a break; null while it is not. */
  readonly readySinceMs: number | null;
  readonly imsi: string | null;
  readonly iccid: string | null;
  readonly signalPercent: number | null;
  readonly isRegistered: boolean | null;
  readonly lastSmsAt: string | null;
};

const UNKNOWN = { imsi: null, iccid: null, signalPercent: null, isRegistered: null } as const;

/** What the inputs say about the modems. */
export class Modems {
  readonly #modems = new Map<string, Modem>();

  get all(): readonly Modem[] {
    return [...this.#modems.values()].sort((one, other) => one.name.localeCompare(other.name));
  }

  find(name: string): Modem | undefined {
    return this.#modems.get(name);
  }

  /** @param monotonicMs now */
  see(name: string, report: ModemReport, monotonicMs: number): void {
    const before = this.#modems.get(name) ?? emptyModem(name);
    const told = Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined));
    const modem = { ...before, ...told, isPresent: true, why: null };
    for (const sim of ["imsi", "iccid"] as const)
      if (modem[sim] !== null) modem[sim] = normalizeSim(modem[sim]);
    const isReady = modem.isRegistered !== false && modem.signalPercent !== 0;
    const isSameCard = modem.imsi === before.imsi && modem.iccid === before.iccid;
    const readySinceMs = isReady ? ((isSameCard ? before.readySinceMs : null) ?? monotonicMs) : null;
    this.#modems.set(name, { ...modem, readySinceMs });
  }

  /** What was known of its card is forgotten: another may be in it when it comes back. */
  lose(name: string, why: string): void {
    const before = this.#modems.get(name) ?? emptyModem(name);
    this.#modems.set(name, { ...before, ...UNKNOWN, isPresent: false, readySinceMs: null, why });
  }

  recordSms(name: string, receivedAt: Date): void {
    const before = this.#modems.get(name) ?? emptyModem(name);
    this.#modems.set(name, { ...before, lastSmsAt: receivedAt.toISOString() });
  }
}

function emptyModem(name: string): Modem {
  return { name, ...UNKNOWN, isPresent: false, why: "not seen yet", readySinceMs: null, lastSmsAt: null };
}
