import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Caller } from "#app/_proofs/crash/caller.ts";
import { Renters } from "#app/_proofs/crash/renters.ts";
import { AGENT_COUNTRY, type CrashBuyer, OWN_COUNTRY, type Scene } from "#app/_proofs/crash/scene.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";

export const TOP_UP = 10_000;
/** Below the hourly limit of payments that one buyer may begin. */
const TOP_UPS_PER_BUYER = 40;
/** Below the daily limit of withdrawals that one user may ask for. */
const WITHDRAWALS_PER_BUYER = 15;

export type Order = {
  readonly buyer: CrashBuyer;
  readonly countryId: number;
  readonly idempotencyKey: string;
  readonly id: number;
  readonly number: string;
};

/**
 * Buyers who do one thing after the other and repeat whatever is not answered. What they were told is kept here: it is what
 * must still be true when all the crashes are over.
 */
export class Crowd {
  readonly orders: Order[] = [];
  readonly refusedKeys = new Set<string>();
  readonly cancelled = new Set<number>();
  /** Ended by their buyers after the code. */
  readonly finished = new Set<number>();
  /** Orders whose SMS the partner was told to have arrived. */
  readonly withSms = new Set<number>();
  /** Payment -> who paid it; the provider's notice was accepted. */
  readonly topUps = new Map<number, CrashBuyer>();
  /** Top-ups that were asked back, and whose request was taken back again. */
  readonly withdrawals = new Map<number, "requested" | "cancelled">();
  readonly notices = { sent: 0 };
  /** Keys that were asked for again after their answer. */
  replays = 0;
  /** Answers that were not what they had to be. */
  readonly surprises: string[] = [];
  readonly #scene: Scene;
  readonly caller: Caller;
  readonly renters: Renters;
  readonly #topUpsOf = new Map<number, number>();
  #lastSms = 1_000;
  #isOn = true;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.caller = new Caller(scene.origin);
    this.renters = new Renters(this.caller, scene.rentPushKey, (text) => this.#surprise(text));
  }

  /** Everything that was acknowledged: purchases, cancels, SMS, ends, rents, top-ups, withdrawals; each counts once. */
  get acknowledged(): number {
    const { orders, cancelled, withSms, finished, topUps, withdrawals } = this;
    const ofOrders = orders.length + cancelled.size + withSms.size + finished.size;
    return ofOrders + this.renters.acknowledged + topUps.size + withdrawals.size;
  }

  /** Lets everybody live until `stop`; resolves when the last of them has got its answer. */
  async live(): Promise<void> {
    await Promise.all(this.#scene.buyers.map((buyer, place) => this.#liveAs(buyer, place)));
  }

  stop(): void {
    this.#isOn = false;
  }

  async #liveAs(buyer: CrashBuyer, place: number): Promise<void> {
    for (let round = place; this.#isOn; round += 1) {
      const order = await this.#buy(buyer, round % 3 === 0 ? AGENT_COUNTRY : OWN_COUNTRY);
      if (order && round % 5 < 2) await this.#sendSms(order);
      if (order && round % 5 === 0) await this.#finish(order);
      if (order && (round % 5 === 2 || round % 5 === 3)) await this.#cancel(order);
      if (round % 7 === 0) await this.#topUp(buyer, round % 2 === 0);
      if (round % 3 === 1) await this.renters.live(buyer, (round - 1) / 3);
      if (round % 10 === 0 && order) await this.askAgain(order);
      await pause(1);
    }
  }

  #surprise(text: string): void {
    if (this.surprises.length < 100) this.surprises.push(text);
  }

  async #buy(buyer: CrashBuyer, countryId: number): Promise<Order | null> {
    const idempotencyKey = randomUUID();
    const path = buyPath(countryId);
    const answer = await this.caller.untilAnswered("POST", path, { key: buyer.key, idempotencyKey });
    const bought = /ACCESS_NUMBER:(\d+):(\d+)/.exec(answer.text);
    if (!bought) {
      if (!["NO_NUMBERS", "NO_BALANCE"].includes(answer.code ?? "")) this.#surprise(`buy: ${answer.text}`);
      this.refusedKeys.add(idempotencyKey);
      return null;
    }
    const order = { buyer, countryId, idempotencyKey, id: Number(bought[1]), number: bought[2] as string };
    this.orders.push(order);
    return order;
  }

  /** The same key again must answer the same order. */
  async askAgain(order: Order): Promise<void> {
    const { key } = order.buyer;
    const part = { key, idempotencyKey: order.idempotencyKey };
    const answer = await this.caller.untilAnswered("POST", buyPath(order.countryId), part);
    this.replays += 1;
    if (!answer.text.includes(`ACCESS_NUMBER:${order.id}:${order.number}`))
      this.#surprise(`key of order ${order.id} asked again: ${answer.text}`);
  }

  async #cancel(order: Order): Promise<void> {
    const path = `/api/activations/${order.id}/cancel`;
    const answer = await this.caller.untilAnswered("POST", path, { key: order.buyer.key });
    if (answer.status === 200) this.cancelled.add(order.id);
    // It may have expired meanwhile.
    else if (answer.code !== "BAD_STATUS") this.#surprise(`cancel: ${answer.text}`);
  }

  async #finish(order: Order): Promise<void> {
    const path = `/api/activations/${order.id}/finish`;
    const answer = await this.caller.untilAnswered("POST", path, { key: order.buyer.key });
    if (answer.status === 200) this.finished.add(order.id);
    // Its SMS came too late.
    else if (answer.code !== "BAD_STATUS") this.#surprise(`finish: ${answer.text}`);
  }

  /** The partner's server tells an SMS until it hears SUCCESS, here twice over. */
  async #sendSms(order: Order): Promise<void> {
    this.#lastSms += 1;
    const smsId = this.#lastSms;
    const body = {
      action: "PUSH_SMS",
      key: this.#scene.offers.get(order.countryId)?.pushKey,
      smsId,
      phone: Number(order.number),
      phoneFrom: "Telegram",
      text: `code ${smsId}`,
    };
    const tell = () => this.caller.untilAnswered("POST", "/api/partner/sms", { body });
    for (const answer of await Promise.all([tell(), tell()]))
      if (!answer.text.includes("SUCCESS")) this.#surprise(`SMS: ${answer.text}`);
    this.withSms.add(order.id);
  }

  async #topUp(buyer: CrashBuyer, isAskedBack: boolean): Promise<void> {
    const before = this.#topUpsOf.get(buyer.userId) ?? 0;
    if (before >= TOP_UPS_PER_BUYER) return;
    this.#topUpsOf.set(buyer.userId, before + 1);
    const begun = await this.caller.untilAnswered("POST", "/api/payments", {
      key: buyer.session,
      idempotencyKey: randomUUID(),
      body: { method: "test-gateway", amountKopecks: TOP_UP },
    });
    // The page to pay on may have gone with the API; the payer begins another time.
    if (begun.status !== 201) return this.#surprise(`top-up: ${begun.status} ${begun.text}`);
    const { id } = JSON.parse(begun.text) as { id: number };
    const { provider } = this.#scene;
    const payment = provider.paymentOf(referenceOf(id));
    Object.assign(payment, { state: "paid", paid: "100.00" });
    const tell = () => {
      this.notices.sent += 1;
      return this.caller.untilAnswered(
        "POST",
        "/api/payments/webhooks/test-gateway",
        provider.notice(payment),
      );
    };
    for (const answer of await Promise.all([tell(), tell(), tell()]))
      if (answer.status !== 200) this.#surprise(`notice: ${answer.status} ${answer.text}`);
    this.topUps.set(id, buyer);
    if (isAskedBack && before < WITHDRAWALS_PER_BUYER) await this.#askBack(buyer, id);
  }

  /** Asks for a top-up back and thinks better of it: the money is reserved and free again. */
  async #askBack(buyer: CrashBuyer, paymentId: number): Promise<void> {
    const key = buyer.session;
    const asked = await this.caller.untilAnswered("POST", "/api/withdrawals", {
      key,
      idempotencyKey: randomUUID(),
      body: { source: "top_up", method: "source", amountKopecks: TOP_UP, paymentId },
    });
    if (asked.status !== 201) return this.#surprise(`withdrawal: ${asked.status} ${asked.text}`);
    const { id } = JSON.parse(asked.text) as { id: number };
    this.withdrawals.set(id, "requested");
    const answer = await this.caller.untilAnswered("POST", `/api/withdrawals/${id}/cancel`, { key });
    // Asked again after an answer that was lost, it has moved on already: the rows will tell whether to where it should.
    if (answer.status === 200 || answer.code === "WITHDRAWAL_MOVED_ON") this.withdrawals.set(id, "cancelled");
    else this.#surprise(`cancel of a withdrawal: ${answer.status} ${answer.text}`);
  }
}

function buyPath(countryId: number): string {
  return `/api/sms-users/get-number/${countryId}/tg`;
}
