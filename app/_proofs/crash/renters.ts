import { randomUUID } from "node:crypto";
import type { Caller } from "#app/_proofs/crash/caller.ts";
import { endsSoon, isPaidSoon } from "#app/_proofs/crash/rent-stock.ts";
import { type CrashBuyer, OWN_COUNTRY } from "#app/_proofs/crash/scene.ts";

export const RENTED_HOURS = 4;
const MORE_HOURS = 6;

type CrashRental = {
  readonly buyer: CrashBuyer;
  readonly idempotencyKey: string;
  readonly id: number;
  readonly number: string;
};
type CrashExtension = {
  readonly rental: CrashRental;
  readonly idempotencyKey: string;
  readonly hours: number;
};

/** What buyers rent, extend and cancel, and what they were told of it. */
export class Renters {
  readonly rentals: CrashRental[] = [];
  readonly extensions: CrashExtension[] = [];
  readonly cancelled = new Set<number>();
  /** Whose SMS the partner was told to have arrived. */
  readonly withSms = new Set<number>();
  /** Keys of rentals and extensions that were asked for again after their answer. */
  replays = 0;
  readonly #caller: Caller;
  readonly #pushKey: string;
  readonly #surprise: (text: string) => void;
  #lastSms = 1_000;

  constructor(caller: Caller, pushKey: string, surprise: (text: string) => void) {
    this.#caller = caller;
    this.#pushKey = pushKey;
    this.#surprise = surprise;
  }

  get acknowledged(): number {
    const { rentals, extensions, cancelled, withSms } = this;
    return rentals.length + extensions.length + cancelled.size + withSms.size;
  }

  /** Rents a number, then lets something happen to it, another thing every time. */
  async live(buyer: CrashBuyer, round: number): Promise<void> {
    const rental = await this.#rent(buyer);
    if (!rental) return;
    if (round % 4 === 0) await this.#cancel(rental);
    if (round % 4 === 1) await this.#sendSms(rental);
    if ([1, 2].includes(round % 4) && !endsSoon(rental.id)) await this.#extend(rental);
    if (round % 3 === 0) await this.askAgain(rental);
  }

  async #rent(buyer: CrashBuyer): Promise<CrashRental | null> {
    const idempotencyKey = randomUUID();
    const answer = await this.#callRent(buyer, idempotencyKey);
    if (answer.status !== 200) {
      this.#surprise(`rent: ${answer.status} ${answer.text}`);
      return null;
    }
    const { id, number } = JSON.parse(answer.text) as { id: number; number: string };
    const rental = { buyer, idempotencyKey, id, number };
    this.rentals.push(rental);
    return rental;
  }

  #callRent({ key }: CrashBuyer, idempotencyKey: string) {
    const body = { service_external_id: "tg", country_external_id: OWN_COUNTRY, amount: RENTED_HOURS };
    return this.#caller.untilAnswered("POST", "/api/rent", { key, idempotencyKey, body });
  }

  async #extend(rental: CrashRental): Promise<void> {
    const extension = { rental, idempotencyKey: randomUUID(), hours: MORE_HOURS };
    const answer = await this.#callExtend(extension);
    if (answer.status !== 200) return this.#surprise(`extend: ${answer.status} ${answer.text}`);
    this.extensions.push(extension);
    await this.#extendAgain(extension);
  }

  #callExtend({ rental, idempotencyKey, hours }: CrashExtension) {
    const { key } = rental.buyer;
    const part = { key, idempotencyKey, body: { amount: hours } };
    return this.#caller.untilAnswered("POST", `/api/rentals/${rental.id}/extend`, part);
  }

  /** The same key again must not extend it twice. */
  async #extendAgain(extension: CrashExtension): Promise<void> {
    const { status, text } = await this.#callExtend(extension);
    this.replays += 1;
    const { hours } = JSON.parse(text) as { hours: number };
    if (status !== 200 || hours !== RENTED_HOURS + extension.hours)
      this.#surprise(`extension of ${extension.rental.id} asked again: ${text}`);
  }

  /** The same key again must answer the same rental. */
  async askAgain({ buyer, idempotencyKey, id, number }: CrashRental): Promise<void> {
    const { text } = await this.#callRent(buyer, idempotencyKey);
    this.replays += 1;
    const again = JSON.parse(text) as { id?: number; number?: string };
    if (again.id !== id || again.number !== number)
      this.#surprise(`key of rental ${id} asked again: ${text}`);
  }

  async #cancel(rental: CrashRental): Promise<void> {
    const { key } = rental.buyer;
    const answer = await this.#caller.untilAnswered("POST", `/api/rentals/${rental.id}/cancel`, { key });
    if (answer.status === 200) this.cancelled.add(rental.id);
    // Its time may be over, which was shortened.
    else if (!endsSoon(rental.id) && !isPaidSoon(rental.id))
      this.#surprise(`cancel of a rental: ${answer.status} ${answer.text}`);
  }

  /** Told twice over, as partners do until they hear SUCCESS. */
  async #sendSms(rental: CrashRental): Promise<void> {
    this.#lastSms += 1;
    const sms = { smsId: this.#lastSms, phone: Number(rental.number), phoneFrom: "Telegram" };
    const body = { action: "PUSH_SMS", key: this.#pushKey, ...sms, text: `Telegram code ${sms.smsId}` };
    const tell = () => this.#caller.untilAnswered("POST", "/api/partner/sms", { body });
    for (const answer of await Promise.all([tell(), tell()]))
      if (!answer.text.includes("SUCCESS")) this.#surprise(`SMS of a rental: ${answer.text}`);
    this.withSms.add(rental.id);
  }
}
