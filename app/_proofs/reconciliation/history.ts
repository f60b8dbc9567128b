import { buyActivation } from "#features/activations/purchase/writes.ts";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
  listDueActivations,
  reportActivation,
} from "#features/activations/writes.ts";
import { seedCatalogue } from "#features/catalogue/writes.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.ts";
import { referenceOf } from "#features/payments/rules.ts";
import { settlePayment } from "#features/payments/settling/writes.ts";
import { startPayment } from "#features/payments/writes.ts";
import { seedPolicy } from "#features/policy/writes.ts";
import { receiveSms } from "#features/supply/intake/writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { givenApiBuyer } from "#lib/testing/api-buyer.ts";
import { givenLane, type Lane, moveClock } from "#lib/testing/market.ts";
import { StandInGateway } from "#lib/testing/stand-in-gateway.ts";

/**
 * Lets a few people live: top-ups, purchases with every end an order can have, and what the programmes gave. Everything goes
 * through the product's own writes, so that the rows are those of a real database.
 */
export class History {
  readonly #db: Db;
  readonly #owner: Db;
  readonly #provider = new StandInGateway();
  #lane: Lane | null = null;
  #lastSms = 0n;
  #lastKey = 0;

  constructor(db: Db, owner: Db) {
    this.#db = db;
    this.#owner = owner;
  }

  async live(): Promise<void> {
    await withTransaction(this.#owner, seedCatalogue);
    await withTransaction(this.#owner, seedPolicy);
    await this.#provider.start();
    this.#lane = await givenLane(this.#owner, { count: 60 });
    try {
      for (let index = 0; index < 4; index += 1) await this.#livePerson();
    } finally {
      this.#provider.stop();
    }
    await this.#letExpire();
  }

  /** One with an order of every state that an order of own stock can have. */
  async #livePerson(): Promise<void> {
    const { userId } = await givenApiBuyer(this.#owner, 0);
    await this.topUp(userId, 200_000);
    await this.topUp(userId, 30_000);
    const received = await this.buy(userId);
    await this.sms(received.number);
    const completed = await this.buy(userId);
    await this.sms(completed.number);
    await finishActivation(this.#db, userId, completed.id);
    await cancelActivation(this.#db, userId, (await this.buy(userId)).id);
    await reportActivation(this.#db, userId, (await this.buy(userId)).id);
    await this.buy(userId);
    // Its time is over at the end of the history.
    const expired = await this.buy(userId);
    await execute(this.#owner, {
      text: "update activations set expires_at = app_now(), due_at = app_now() where id = $1",
      values: [expired.id],
    });
  }

  async topUp(userId: UserId, amountKopecks: number): Promise<number> {
    const gateway = createTestGateway({ url: this.#provider.url, secret: this.#provider.secret });
    const { id } = await startPayment(this.#db, new Map([[gateway.id, gateway]]), {
      userId,
      method: gateway.id,
      amountKopecks,
      context: {},
      idempotencyKey: this.#newKey(),
      locale: "en",
    });
    const payment = this.#provider.paymentOf(referenceOf(id));
    Object.assign(payment, { status: "paid", paidAmount: `${amountKopecks / 100}.00` });
    await settlePayment(this.#db, gateway, payment.id);
    return id;
  }

  async buy(userId: UserId): Promise<{ id: number; number: string }> {
    return buyActivation(this.#db, {
      userId,
      serviceId: 52,
      countryId: 6,
      operator: "any",
      maxPriceKopecks: null,
      channel: "api",
      idempotencyKey: this.#newKey(),
    });
  }

  async sms(number: string): Promise<void> {
    this.#lastSms += 1n;
    const sms = {
      supplierId: this.#lane?.supplierId ?? 0,
      smsId: this.#lastSms,
      phone: Number(number),
      sender: "Telegram",
      text: "code 12345",
    };
    await receiveSms(this.#db, sms, deliverSms);
  }

  async #letExpire(): Promise<void> {
    await moveClock(this.#owner, "1 second");
    for (const due of await listDueActivations(this.#db, 100)) await expireActivation(this.#db, due);
    const { left } = await one<{ left: number }>(this.#db, {
      text: "select count(*) as left from activations where state = 'waiting' and due_at <= app_now()",
      values: [],
    });
    if (left > 0) throw new Error("orders did not expire");
  }

  #newKey(): string {
    this.#lastKey += 1;
    return `history-${this.#lastKey}`;
  }
}
