import { LANGUAGES } from "#app/_processes/simulator/countries.ts";
import { callPlatform, type Platform, rest } from "#app/_processes/simulator/deliveries.ts";
import { drawRentPause, type Profile } from "#app/_processes/simulator/fortune.ts";
import { composeSms } from "#app/_processes/simulator/messages.ts";
import {
  type BankProfile,
  type BankService,
  costKopecks,
  listBankServices,
  type Offer,
  planOffers,
} from "#app/_processes/simulator/plan.ts";
import { digits, pick, seeded } from "#app/_processes/simulator/random.ts";
import { nowMs } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import { kopecks, shareOf } from "#lib/money/kopecks.ts";

const NUMBERS_PER_OFFER = 12;
/** Only what people know is rented by name. */
const SERVICES_FOR_RENT = 40;
/** An hour costs so many basis points of an SMS; the whole number as much as several services. */
const [HOUR_BP, WHOLE] = [800, 3];
const SHARE_OF_CALLS = 0.12;
const LOOK_EVERY_MS = 200;
const REPEAT_MS = 10_000;

export type RentNumber = { readonly number: number; readonly offer: Offer };

/** The numbers that an own-stock bank lends for hours and weeks: none of those that it sells for single SMS. */
export function planRentNumbers(bank: BankProfile, seed: string): RentNumber[] {
  const sold = new Set(planOffers(bank, seed).flatMap(({ numbers }) => numbers));
  const offers = planOffers({ ...bank, numbersPerOffer: NUMBERS_PER_OFFER }, `${seed}:rent`);
  return offers.flatMap((offer) =>
    offer.numbers.filter((number) => !sold.has(number)).map((number) => ({ number, offer })),
  );
}

export type RentCost = {
  readonly serviceId: number | null;
  readonly countryId: number;
  readonly kopecks: number;
};

/** What the bank asks for an hour, by service and for the whole number (`serviceId` null). */
export function planRentCosts(bank: BankProfile, seed: string): RentCost[] {
  const services = listBankServices().slice(0, SERVICES_FOR_RENT);
  const countries = new Map(
    planOffers({ ...bank, numbersPerOffer: 1 }, seed).map(({ country }) => [country.id, country]),
  );
  return [...countries.values()].flatMap((country) => {
    const hourOf = (service: BankService) =>
      Math.max(20, shareOf(kopecks(costKopecks(bank, service, country, seed)), HOUR_BP));
    const named = services.map((service) => ({
      serviceId: service.id as number | null,
      countryId: country.id,
      kopecks: hourOf(service),
    }));
    const dearest = Math.max(...named.map(({ kopecks }) => kopecks));
    return [...named, { serviceId: null, countryId: country.id, kopecks: dearest * WHOLE }];
  });
}

export type Rented = {
  readonly rentalId: number;
  readonly number: number;
  readonly service: string;
  readonly country: string;
};
type Waiting = { readonly rented: Rented; dueMs: number; count: number; isUnderWay: boolean };

type LineSettings = { readonly seed: string; readonly speed: number; readonly behaviour: Profile };

/** SMS and calls for the numbers that are rented now: the first soon, further ones now and then. */
export class RentedLines {
  readonly #settings: LineSettings;
  readonly #services = new Map(listBankServices().map((service) => [service.code, service]));
  readonly #known = new Map<number, Waiting>();
  #lastId = 0;

  constructor(settings: LineSettings) {
    this.#settings = settings;
  }

  /** Hears all that is rented now; what is not named any more has ended. */
  hear(rented: readonly Rented[]): void {
    const named = new Set(rented.map(({ rentalId }) => rentalId));
    for (const id of this.#known.keys()) if (!named.has(id)) this.#known.delete(id);
    for (const one of rented) {
      if (this.#known.has(one.rentalId)) continue;
      const dueMs = nowMs() + this.#pauseMs(one, 0);
      this.#known.set(one.rentalId, { rented: one, dueMs, count: 0, isUnderWay: false });
    }
  }

  /** Sends what is due, the same again every 10 s until SUCCESS. */
  async deliver(platform: Platform, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const line of this.#known.values()) {
        if (line.isUnderWay || line.dueMs > nowMs()) continue;
        line.isUnderWay = true;
        void this.#send(platform, line, signal).finally(() => {
          line.isUnderWay = false;
        });
      }
      await rest(LOOK_EVERY_MS, signal);
    }
  }

  async #send(platform: Platform, line: Waiting, signal: AbortSignal): Promise<void> {
    const { path, body } = this.#compose(line);
    while (!signal.aborted && this.#known.has(line.rented.rentalId)) {
      try {
        if ((await callPlatform(platform, path, body)).status === "SUCCESS") break;
      } catch (error) {
        log.debug({ error: (error as Error).message }, "platform not reached");
      }
      await rest(REPEAT_MS / Math.min(10, this.#settings.speed), signal);
    }
    line.count += 1;
    line.dueMs = nowMs() + this.#pauseMs(line.rented, line.count);
  }

  #compose({ rented, count }: Waiting): { path: string; body: Record<string, unknown> } {
    const random = seeded(this.#settings.seed, "rent", rented.rentalId, count);
    // Beyond every id of the bank's other SMS, and never the same again after a restart.
    this.#lastId = Math.max(this.#lastId + 1, Math.floor(nowMs() * 1_000));
    const phone = rented.number;
    if (count > 0 && random() < SHARE_OF_CALLS) {
      const call = { action: "PUSH_CALL", callId: this.#lastId, phone, phoneFrom: `49${digits(10, random)}` };
      return { path: "/api/partner/call", body: call };
    }
    const known = [...this.#services.values()].slice(0, SERVICES_FOR_RENT);
    const service = this.#services.get(rented.service) ?? pick(known, random);
    const { sender, text } = composeSms(service, LANGUAGES[rented.country] ?? "en", random);
    const sms = { action: "PUSH_SMS", smsId: this.#lastId, phone, phoneFrom: sender, text };
    return { path: "/api/partner/sms", body: sms };
  }

  #pauseMs({ rentalId, country }: Rented, count: number): number {
    const { behaviour, seed, speed } = this.#settings;
    return drawRentPause(behaviour, country, seed, rentalId, count) / speed;
  }
}
