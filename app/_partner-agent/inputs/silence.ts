import type { InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { monotonicMs } from "#lib/clock.ts";

/** When modems were last heard of: one that is silent for too long is gone. */
export class Silence {
  readonly #ports: Pick<InputPorts, "loseModem">;
  readonly #silentMs: number;
  readonly #why: string;
  readonly #seenMs = new Map<string, number>();

  constructor(ports: Pick<InputPorts, "loseModem">, { silentMs, why }: { silentMs: number; why: string }) {
    this.#ports = ports;
    this.#silentMs = silentMs;
    this.#why = why;
  }

  hear(modem: string): void {
    this.#seenMs.set(modem, monotonicMs());
  }

  /** It was told that the modem is gone: no silence is waited for. */
  forget(modem: string): void {
    this.#seenMs.delete(modem);
  }

  /** The modems that are being heard of. */
  get heard(): readonly string[] {
    return [...this.#seenMs.keys()];
  }

  loseSilent(): void {
    for (const [modem, seenMs] of this.#seenMs) {
      if (monotonicMs() - seenMs < this.#silentMs) continue;
      this.#seenMs.delete(modem);
      this.#ports.loseModem(modem, this.#why);
    }
  }
}
