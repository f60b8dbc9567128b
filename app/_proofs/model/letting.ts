import sql from "sql-template-tag";
import type { RentOffer } from "#app/_proofs/model/rent.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import {
  cancelRental,
  deliverSmsToRentals,
  finishRental,
  forgetOldRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

const COUNTRY = 6;
/** Numbers of one kind for one life: what has got an SMS is never rented again. */
const STOCK = 12;
const AT_ONCE = 1_000;
const common = { maxPriceKopecks: null, channel: "site" } as const;

/** A rental as the product has it. */
export type RealRental = {
  readonly userId: UserId;
  readonly id: number;
  readonly number: number;
  readonly supplierId: number;
  lastSms: bigint | null;
};

/** Numbers for rent, other ones in every life: they come in when somebody would like to rent one. */
export class Letting {
  readonly #db: Db;
  readonly #owner: Db;
  /** The house's, of every life so far. */
  readonly #houses: number[] = [];
  /** Of this life, by what they are rented for. */
  readonly #suppliers = new Map<string, Promise<number>>();
  #people: readonly UserId[] = [];

  constructor(db: Db, owner: Db) {
    this.#db = db;
    this.#owner = owner;
  }

  /** Suppliers of earlier lives have nothing for rent any more; a partner's were ended with its other numbers. */
  async #beginLife(people: readonly UserId[]): Promise<void> {
    await execute(
      this.#owner,
      sql`update supply_suppliers set enabled = false where enabled and id = any (${this.#houses}::int[])`,
    );
    this.#suppliers.clear();
    this.#people = people;
  }

  async #supplierOf(offer: RentOffer): Promise<number> {
    const known = this.#suppliers.get(offer.service) ?? this.#addNumbers(offer);
    this.#suppliers.set(offer.service, known);
    const supplierId = await known;
    // However far the clock was moved, the supplier was heard of just now.
    await execute(
      this.#owner,
      sql`update supply_suppliers set last_success_at = app_now() where id = ${supplierId}`,
    );
    return supplierId;
  }

  async #addNumbers({ service, hourCost, owner }: RentOffer): Promise<number> {
    const wanted = {
      ...{ countryId: COUNTRY, services: [service === "full" ? null : 52] },
      ...{ hourCostKopecks: hourCost, count: STOCK },
    };
    if (owner !== null) {
      // A partner has one supplier, for whatever its modems do.
      const { id: supplierId } = await one<{ id: number }>(
        this.#owner,
        sql`select id from supply_suppliers where owner_user_id = ${this.#people[owner]}`,
      );
      return (await givenRentOffer(this.#owner, { ...wanted, supplierId })).supplierId;
    }
    const { supplierId } = await givenRentOffer(this.#owner, wanted);
    this.#houses.push(supplierId);
    return supplierId;
  }

  async rent(
    userId: UserId,
    wish: { offer: RentOffer; hours: number; people: readonly UserId[] },
    idempotencyKey: string,
  ): Promise<RealRental & { replayed: boolean }> {
    if (this.#people !== wish.people) await this.#beginLife(wish.people);
    const supplierId = await this.#supplierOf(wish.offer);
    const { id, number, replayed } = await rentNumber(this.#db, {
      ...{ ...common, userId, countryId: COUNTRY, operator: "any", idempotencyKey },
      ...{ serviceCode: wish.offer.service, hours: wish.hours },
    });
    return { userId, id, number: Number(number), supplierId, lastSms: null, replayed };
  }

  extend({ userId, id }: RealRental, hours: number, idempotencyKey: string) {
    return extendRental(this.#db, { ...common, userId, rentalId: id, hours, idempotencyKey });
  }

  /** Its number is not rented again: a later SMS to it would be somebody else's. */
  async cancel({ userId, id, number }: RealRental): Promise<void> {
    await cancelRental(this.#db, userId, id);
    await execute(this.#owner, sql`update supply_rent_numbers set online = false where number = ${number}`);
  }

  finish({ userId, id }: RealRental): Promise<void> {
    return finishRental(this.#db, userId, id);
  }

  async sms({ supplierId, number }: RealRental, smsId: bigint): Promise<void> {
    const sms = { supplierId, smsId, phone: number, sender: "Telegram", text: "Telegram code 12345" };
    await receiveSms(this.#db, sms, deliverSmsToRentals);
  }

  /** What time alone does to rentals, each twice: sweeps run again and again. */
  async passTime(): Promise<void> {
    for (;;) {
      const due = await listDueRentals(this.#db, AT_ONCE);
      if (due.length === 0) return;
      for (const id of due) {
        await passTime(this.#db, id);
        await passTime(this.#db, id);
      }
    }
  }

  async tidy(): Promise<void> {
    while ((await forgetOldRentals(this.#db, AT_ONCE)) > 0);
  }
}
