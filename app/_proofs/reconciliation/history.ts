import { nextMonday } from "#app/_proofs/model/model.ts";
import { World } from "#app/_proofs/model/world.ts";
import {
  cancelActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { collectAllOwed, payDueEarnings, recordEarned } from "#features/partners/earnings/earnings.jobs.ts";
import { listFines } from "#features/partners/fines/fines.reads.ts";
import { appealFine, decideFine } from "#features/partners/fines/fines.writes.ts";
import { createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import { approveWithdrawal, rejectWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import type { EarningsSource } from "#features/payments/withdrawals.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const [CHEAP, , DEAR] = [52, 53, 54];

/**
 * Lets a few people live: top-ups in every state, purchases with every end an order can have, bonuses, cashback, a friend's
 * share, debts, coupons, money out. Everything goes through the product's own writes, so that the rows are those of a real
 * database.
 */
export class History {
  readonly #db: Db;
  readonly #owner: Db;
  readonly #world: World;
  #lastSms = 0n;

  constructor(db: Db, owner: Db) {
    this.#db = db;
    this.#owner = owner;
    this.#world = new World(db, owner);
  }

  async live(): Promise<void> {
    await this.#world.furnish();
    await this.#giveSupplierToPartner();
    const [friend, guest] = await this.#world.newPair();
    await this.topUp(friend, 30_000);
    await this.topUp(guest, 500_000);
    for (let index = 0; index < 2; index += 1) await this.#receive(guest, DEAR as number);
    // Cashback for the week, and a friend's share a week after the purchase.
    await this.#world.passTo(nextMonday(await this.#world.now()) + HOUR);
    await this.#world.passTo((await this.#world.now()) + WEEK);
    await this.#takeEarned(friend);
    await this.#sendBack(guest, await this.topUp(guest, 40_000));
    await this.#oweForever();
    await this.#redeemCoupons(guest);
    await this.#takeModemsEarnings();
    for (const who of [friend, guest]) await this.#liveWithNumbers(who);
    await this.#payPartner();
    await this.#world.passTo((await this.#world.now()) + 1_000);
    await this.#world.tidy();
  }

  /** Whose numbers are sold first is a partner. */
  async #giveSupplierToPartner(): Promise<void> {
    const partner = await this.#world.newPerson();
    await execute(this.#owner, {
      text: "update supply_suppliers set owner_user_id = $1 where id = (select min(id) from supply_suppliers)",
      values: [partner],
    });
  }

  /** A partner's earnings in every state: the last one still waits, and two orders were refunded, one of them before its time. */
  async #payPartner(): Promise<void> {
    while ((await recordEarned(this.#db)) > 0);
    const earned = await rows<{ id: number; orderId: number }>(this.#owner, {
      text: `select id, order_id as "orderId" from partners_earnings order by id desc limit 4`,
      values: [],
    });
    const [last, early, late] = earned;
    await execute(this.#owner, {
      text: "update partners_earnings set available_at = app_now() where id <> all ($1::bigint[])",
      values: [[last?.id, early?.id]],
    });
    while ((await payDueEarnings(this.#db)) > 0);
    const staff = { staffId: this.#world.staff[0], permission: "money", ip: "" } as const;
    for (const order of [early, late]) {
      const refund = {
        kind: "activation_refund",
        activationId: order?.orderId as number,
        reason: "no code",
      } as const;
      await proposeCorrection(this.#db, refund, staff, this.#world.newKey());
    }
    while ((await recordEarned(this.#db)) > 0);
    await collectAllOwed(this.#db);
    await this.#finePartners();
  }

  /** Fines of a partner: one waits, one is taken, one was cancelled. */
  async #finePartners(): Promise<void> {
    const partner = await this.#world.newPerson();
    await givenPartnerEarnings(this.#db, partner, 50_000);
    const [proposer, decider] = this.#world.staff;
    const fined = { kind: "partner_fine", userId: partner, cause: "other", reason: "a rule" } as const;
    const staff = { staffId: proposer, permission: "money", ip: "" } as const;
    for (const amountKopecks of [1_000, 2_000, 3_000])
      await proposeCorrection(this.#db, { ...fined, amountKopecks }, staff, this.#world.newKey());
    const [last, middle] = await listFines(this.#db, { userId: partner }, 3);
    for (const [fine, decision] of [
      [last, "uphold"],
      [middle, "cancel"],
    ] as const) {
      const fineId = fine?.id as number;
      await withTransaction(this.#db, async (tx) => {
        await appealFine(tx, { userId: partner, fineId, text: "it was not me", ip: "" });
        await decideFine(tx, { fineId, decision, reason: "we looked", staffId: decider as UserId, ip: "" });
      });
    }
  }

  /** One with an order of every state that an order of own stock can have. */
  async #liveWithNumbers(userId: UserId): Promise<void> {
    await this.topUp(userId, 100_000);
    const db = this.#db;
    await this.#receive(userId, CHEAP as number);
    await finishActivation(db, userId, (await this.#receive(userId, CHEAP as number)).id);
    await cancelActivation(db, userId, (await this.buy(userId)).id);
    await reportActivation(db, userId, (await this.buy(userId)).id);
    await this.buy(userId);
    // Its time is over at the end of the history.
    const expired = await this.buy(userId);
    await execute(this.#owner, {
      text: "update activations set expires_at = app_now(), due_at = app_now() where id = $1",
      values: [expired.id],
    });
  }

  async topUp(userId: UserId, amountKopecks: number): Promise<number> {
    const { id } = await this.#world.begin(userId, amountKopecks);
    const providerId = await this.#world.providerIdOf(id);
    this.#world.pay(providerId, amountKopecks);
    await this.#world.notice(providerId, this.#world.newKey());
    return id;
  }

  async buy(userId: UserId, serviceId: number = CHEAP as number): Promise<{ id: number; number: string }> {
    return this.#world.buy(userId, serviceId, this.#world.newKey());
  }

  async #receive(userId: UserId, serviceId: number): Promise<{ id: number }> {
    const bought = await this.buy(userId, serviceId);
    this.#lastSms += 1n;
    await this.#world.sms(serviceId, bought.number, this.#lastSms);
    await this.#world.follow(userId);
    return bought;
  }

  /** What the guest's purchases earned the host, into the wallet. */
  async #takeEarned(userId: UserId): Promise<void> {
    const id = await this.#request(userId, null, 9_900);
    await this.#approve(id);
  }

  /** A half of a top-up back to its source, a little more refused, a little more still waiting. */
  async #sendBack(userId: UserId, paymentId: number): Promise<void> {
    await this.#approve(await this.#request(userId, paymentId, 20_000));
    const refused = await this.#request(userId, paymentId, 10_000);
    const [staffId] = this.#world.staff;
    await rejectWithdrawal(this.#db, { withdrawalId: refused, staffId, reason: "no" });
    await this.#request(userId, paymentId, 10_000);
  }

  /** A partner takes a part of what the modems earned; a little more still waits. */
  async #takeModemsEarnings(): Promise<void> {
    const userId = await this.#world.newPerson();
    await givenPartnerEarnings(this.#db, userId, 100_000);
    await this.#approve(await this.#request(userId, null, 20_000, "partner"));
    await this.#request(userId, null, 10_000, "partner");
  }

  async #request(
    userId: UserId,
    paymentId: number | null,
    amountKopecks: number,
    earnings: EarningsSource = "referral",
  ): Promise<number> {
    const { id } = await requestWithdrawal(this.#db, this.#world.gateways, {
      userId,
      source: paymentId === null ? earnings : "top_up",
      method: paymentId === null ? "balance" : "source",
      amountKopecks,
      paymentId,
      destination: null,
      idempotencyKey: this.#world.newKey(),
    });
    return id;
  }

  async #approve(withdrawalId: number): Promise<void> {
    const [staffId] = this.#world.staff;
    await approveWithdrawal(this.#db, { withdrawalId, staffId, reason: "fine" });
    await this.#world.send(withdrawalId);
  }

  /** A user who spent what the bank then took back. */
  async #oweForever(): Promise<void> {
    const userId = await this.#world.newPerson();
    const paymentId = await this.topUp(userId, 3_000);
    await this.#receive(userId, CHEAP as number);
    const providerId = await this.#world.providerIdOf(paymentId);
    this.#world.provider.reverse(providerId, "charge_back", 3_000);
    await this.#world.notice(providerId, this.#world.newKey());
  }

  async #redeemCoupons(userId: UserId): Promise<void> {
    const [actorId] = this.#world.staff;
    const { codes } = await createCouponBatch(this.#db, {
      method: "alipay",
      locale: "en",
      count: 3,
      amountKopecks: kopecks(50_000),
      priceFen: 100_000,
      expiresAt: new Date((await this.#world.now()) + WEEK),
      note: "",
      actorId,
      idempotencyKey: this.#world.newKey(),
      ip: "192.0.2.1",
    });
    for (const code of codes.slice(0, 2)) {
      const idempotencyKey = this.#world.newKey();
      await redeemCoupon(this.#db, { userId, code, context: {}, idempotencyKey, ip: "192.0.2.1" });
    }
    await this.#world.work();
  }
}
