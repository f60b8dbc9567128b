import { LANGUAGES } from "#app/_processes/simulator/countries.ts";
import { drawFortune, type Profile } from "#app/_processes/simulator/fortune.ts";
import type { Journal } from "#app/_processes/simulator/journal.ts";
import { composeSms } from "#app/_processes/simulator/messages.ts";
import {
  type BankProfile,
  type BankService,
  listBankServices,
  type Offer,
} from "#app/_processes/simulator/plan.ts";
import { pick, seeded } from "#app/_processes/simulator/random.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";

export type Status = 0 | 1 | 3 | 4 | 5;
export type Activation = {
  readonly id: number;
  readonly clientId: string | null;
  readonly number: number;
  readonly service: string;
  readonly country: string;
  status: Status;
};
export type PendingSms = {
  readonly smsId: number;
  readonly activationId: number;
  readonly phone: number;
  readonly sender: string;
  readonly text: string;
  readonly dueMs: number;
  /** Comes although the activation has ended. */
  readonly isLate: boolean;
};
export type BankEntry =
  | { readonly at: "start"; readonly nextId: number; readonly nextSmsId: number }
  | { readonly at: "lent"; readonly activation: Activation; readonly sms: readonly PendingSms[] }
  | { readonly at: "finished"; readonly id: number; readonly status: Status }
  | { readonly at: "sent"; readonly smsId: number };

export type BankSettings = {
  readonly profile: BankProfile;
  readonly offers: readonly Offer[];
  readonly seed: string;
  readonly speed: number;
  readonly behaviour: Profile;
  readonly nowMs: () => number;
};

const MAX_LENDINGS = 4; // of a number for one service
const SHARE_OFF_LINE = 0.08;

/** One SIM bank: which number is free for what, who has which, and the SMS that are on their way. */
export class Bank {
  readonly settings: BankSettings;
  readonly #journal: Journal<BankEntry>;
  readonly #services = new Map(listBankServices().map((service) => [service.code, service]));
  readonly #offerOf = new Map<number, Offer>();
  readonly #online = new Set<number>();
  /** service code -> numbers that are lent or used for it */
  readonly #away = new Map<string, Set<number>>();
  readonly #lendings = new Map<string, number>();
  readonly #activations = new Map<number, Activation>();
  readonly #byClientId = new Map<string, number>();
  readonly #pending = new Map<number, PendingSms>();
  readonly #stockRandom: () => number;
  #nextId = 0;
  #nextSmsId = 0;

  constructor(settings: BankSettings, journal: Journal<BankEntry>) {
    this.settings = settings;
    this.#journal = journal;
    this.#stockRandom = seeded(settings.seed, "stock", settings.profile.code, settings.nowMs());
    for (const offer of settings.offers) {
      for (const number of offer.numbers) {
        this.#offerOf.set(number, offer);
        if (this.#stockRandom() >= SHARE_OFF_LINE) this.#online.add(number);
      }
    }
    const kept = journal.read();
    // Ids begin at the time of day, so that a bank that lost its memory never repeats one.
    const first = Math.floor(settings.nowMs());
    if (kept.length === 0) this.#note({ at: "start", nextId: first, nextSmsId: first });
    for (const entry of kept) this.#apply(entry);
  }

  /** Numbers that could be on air for a service right now, in one offer. */
  countFree(offer: Offer, service: string): number {
    const away = this.#away.get(service);
    let free = 0;
    for (const number of offer.numbers) if (this.#online.has(number) && !away?.has(number)) free += 1;
    return free;
  }

  /** Numbers of the first offer are lent to the site's self-test as well. */
  hasSandbox(offer: Offer): boolean {
    return offer === this.settings.offers[0];
  }

  /** Lends a free number, or answers null. The same client id gets the same activation again. */
  lend(wanted: {
    country: string;
    service: string;
    operator: string;
    except: readonly string[];
    clientId: string | null;
  }) {
    const before = wanted.clientId === null ? undefined : this.#byClientId.get(wanted.clientId);
    if (before !== undefined) return this.#activations.get(before) ?? null;
    const offers = this.settings.offers.filter(
      ({ country, operator, services }, at) =>
        country.slug === wanted.country &&
        (wanted.operator === "any" || operator === wanted.operator) &&
        (services.some(({ code }) => code === wanted.service) ||
          (wanted.service === SANDBOX_SERVICE && at === 0)),
    );
    const free = offers
      .flatMap(({ numbers }) => numbers)
      .filter((number) => this.#isFree(number, wanted.service))
      .filter((number) => !wanted.except.some((prefix) => String(number).startsWith(prefix)));
    if (free.length === 0) return null;
    const id = this.#nextId + 1;
    const number = pick(free, seeded(this.settings.seed, "choice", id));
    return this.#start(id, number, wanted.service, wanted.country, wanted.clientId);
  }

  /** An own-stock bank hears that the platform has lent a number of its. Hearing it again changes nothing. */
  hearLent(lent: { activationId: number; number: number; service: string; country: string }): void {
    if (this.#activations.has(lent.activationId) || !this.#offerOf.has(lent.number)) return;
    this.#start(lent.activationId, lent.number, lent.service, lent.country, null);
  }

  /** FINISH_ACTIVATION. True for every known activation, however often it is said. */
  finish(id: number, status: Status): boolean {
    const activation = this.#activations.get(id);
    if (!activation) return false;
    if (activation.status !== status) this.#note({ at: "finished", id, status });
    return true;
  }

  /** SMS that are due. Those of an activation that ended meanwhile are dropped, unless they are meant to be late. */
  takeDue(): PendingSms[] {
    const nowMs = this.settings.nowMs();
    const due: PendingSms[] = [];
    for (const sms of this.#pending.values()) {
      if (sms.dueMs > nowMs) continue;
      const ended = (this.#activations.get(sms.activationId)?.status ?? 4) !== 0;
      if (ended && !sms.isLate && !this.#hadOne(sms.activationId)) this.markSent(sms.smsId);
      else due.push(sms);
    }
    return due;
  }

  markSent(smsId: number): void {
    this.#note({ at: "sent", smsId });
  }

  /** SIM cards are swapped, modems hang: a few numbers come and go. Answers what changed. */
  moveStock(): { appeared: number[]; vanished: number[] } {
    const appeared: number[] = [];
    const vanished: number[] = [];
    for (const number of this.#offerOf.keys()) {
      if (this.#stockRandom() > 0.01) continue;
      if (this.#online.has(number) === this.#stockRandom() >= SHARE_OFF_LINE) continue;
      if (this.#online.delete(number)) vanished.push(number);
      else {
        this.#online.add(number);
        appeared.push(number);
      }
    }
    return { appeared, vanished };
  }

  listOnline(): { number: number; offer: Offer }[] {
    return [...this.#offerOf].flatMap(([number, offer]) =>
      this.#online.has(number) ? [{ number, offer }] : [],
    );
  }

  /** Leaves out of the journal what no longer matters. */
  compact(): void {
    const activations = [...this.#activations.values()].slice(-50_000);
    const pending = Map.groupBy(this.#pending.values(), ({ activationId }) => activationId);
    this.#journal.rewrite([
      { at: "start", nextId: this.#nextId, nextSmsId: this.#nextSmsId },
      ...activations.map((activation) => ({
        at: "lent" as const,
        activation,
        sms: pending.get(activation.id) ?? [],
      })),
    ]);
  }

  #isFree(number: number, service: string): boolean {
    return this.#online.has(number) && !this.#away.get(service)?.has(number);
  }

  #hadOne(activationId: number): boolean {
    return this.#activations.get(activationId)?.status === 3;
  }

  #start(id: number, number: number, service: string, country: string, clientId: string | null): Activation {
    const activation: Activation = { id, clientId, number, service, country, status: 0 };
    this.#note({ at: "lent", activation, sms: this.#planSms(activation) });
    return this.#activations.get(id) as Activation;
  }

  #planSms({ id, number, service: code, country }: Activation): PendingSms[] {
    const { seed, speed, behaviour, nowMs } = this.settings;
    const { smsAfterMs, isLate } = drawFortune(behaviour, { country, service: code }, seed, id);
    const service: Pick<BankService, "code" | "name"> = this.#services.get(code) ?? { code, name: code };
    const random = seeded(seed, "sms", id);
    return smsAfterMs.map((afterMs, index) => ({
      ...composeSms(service, LANGUAGES[country] ?? "en", random),
      smsId: this.#nextSmsId + 1 + index,
      activationId: id,
      phone: number,
      dueMs: nowMs() + afterMs / speed,
      isLate,
    }));
  }

  #note(entry: BankEntry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry: BankEntry): void {
    if (entry.at === "start") {
      this.#nextId = Math.max(this.#nextId, entry.nextId);
      this.#nextSmsId = Math.max(this.#nextSmsId, entry.nextSmsId);
    } else if (entry.at === "sent") this.#pending.delete(entry.smsId);
    else if (entry.at === "lent") this.#applyLent(entry.activation, entry.sms);
    else this.#applyFinished(entry.id, entry.status);
  }

  #applyLent(noted: Activation, sms: readonly PendingSms[]): void {
    const activation = { ...noted };
    this.#activations.set(activation.id, activation);
    if (activation.clientId !== null) this.#byClientId.set(activation.clientId, activation.id);
    const offer = `${activation.number}:${activation.service}`;
    this.#lendings.set(offer, (this.#lendings.get(offer) ?? 0) + 1);
    const away = this.#away.get(activation.service) ?? new Set();
    this.#away.set(activation.service, away.add(activation.number));
    for (const one of sms) {
      this.#pending.set(one.smsId, one);
      this.#nextSmsId = Math.max(this.#nextSmsId, one.smsId);
    }
    this.#nextId = Math.max(this.#nextId, activation.id);
    if (activation.status !== 0) this.#applyFinished(activation.id, activation.status);
  }

  #applyFinished(id: number, status: Status): void {
    const activation = this.#activations.get(id);
    if (!activation) return;
    activation.status = status;
    const lendings = this.#lendings.get(`${activation.number}:${activation.service}`) ?? 0;
    // The self-test uses no number up.
    if ((status === 4 && lendings < MAX_LENDINGS) || activation.service === SANDBOX_SERVICE)
      this.#away.get(activation.service)?.delete(activation.number);
  }
}
