import { type Platform, problemOf } from "#app/_partner-agent/delivery/platform.ts";
import type { Modems } from "#app/_partner-agent/modems/modems.ts";
import type { Numbers } from "#app/_partner-agent/modems/numbers.ts";
import type { Log } from "#app/_partner-agent/print.ts";
import { explain } from "#app/_partner-agent/problem.ts";
import type { Spool, SpooledSms } from "#app/_partner-agent/storage/spool.ts";
import { monotonicMs } from "#lib/clock.ts";

/** The protocol's pause before an SMS is pushed again (protocol 2.1). */
const RETRY_MS = 10_000;
const AT_ONCE = 8;
/** Refusals of the SMS itself. Whatever else is answered may be mended at either side, so the SMS is pushed again. */
const FOR_GOOD: ReadonlySet<string> = new Set(["BAD_REQUEST", "TOO_LARGE"]);

export type PusherParts = {
  readonly spool: Spool;
  readonly platform: Platform;
  readonly numbers: Numbers;
  readonly modems: Modems;
  readonly log: Log;
  readonly retryMs?: number;
};

/** Pushes what is in the spool until the platform says SUCCESS, every SMS with the id it was given at first. */
export class Pusher {
  readonly #parts: PusherParts;
  readonly #dueMs = new Map<string, number>();
  readonly #flying = new Map<string, Promise<void>>();

  constructor(parts: PusherParts) {
    this.#parts = parts;
  }

  /** Begins to push what is due, some at once; does not wait for the answers. */
  pushDue(): void {
    for (const sms of this.#parts.spool.pending) {
      if (this.#flying.size >= AT_ONCE) return;
      if (this.#flying.has(sms.smsId) || (this.#dueMs.get(sms.smsId) ?? 0) > monotonicMs()) continue;
      const number = this.numberOf(sms);
      if (number === null) continue;
      const flight = this.#push(sms, number).finally(() => this.#flying.delete(sms.smsId));
      this.#flying.set(sms.smsId, flight);
    }
  }

  /** Waits for the answers that are under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#flying.values());
  }

  /** The number an SMS came to: as it was when it came, or as the table names its card since. */
  numberOf({ number, sim, modem }: SpooledSms): number | null {
    if (number !== null) return number;
    const known = this.#parts.modems.find(modem);
    const card = sim === null ? { imsi: known?.imsi ?? null, iccid: known?.iccid ?? null } : null;
    const row = this.#parts.numbers.rowOf({ name: modem, ...(card ?? { imsi: sim, iccid: null }) });
    return row?.number ?? null;
  }

  async #push(sms: SpooledSms, number: number): Promise<void> {
    const { platform, spool, log } = this.#parts;
    const about = { sms: sms.smsId, number, modem: sms.modem };
    try {
      const answer = await platform.pushSms({ ...sms, number });
      if (answer.isSuccess) {
        await spool.markSent(sms);
        this.#dueMs.delete(sms.smsId);
        log.info("SMS delivered", { ...about, text: sms.text });
        return;
      }
      if (answer.error !== null && FOR_GOOD.has(answer.error)) {
        await spool.setAside(sms, problemOf(answer));
        this.#dueMs.delete(sms.smsId);
        log.warn("SMS refused for good and set aside", { ...about, reason: problemOf(answer) });
        return;
      }
      log.warn("SMS not delivered yet", { ...about, reason: problemOf(answer) });
    } catch (error) {
      log.warn("SMS not delivered yet", { ...about, reason: explain(error) });
    }
    this.#dueMs.set(sms.smsId, monotonicMs() + (this.#parts.retryMs ?? RETRY_MS));
  }
}
