import sql, { type Sql } from "sql-template-tag";
import { type GivenRentOffer, givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/** Each number is rented once in a run; as many more come in before the last ones are gone. */
const STOCK = 2_000;
const TELEGRAM = 52;

/** Rentals that end a moment after they began. */
export const endsSoon = (id: number): boolean => id % 4 === 1;
/** Rentals that can be cancelled for a moment only. */
export const isPaidSoon = (id: number): boolean => id % 4 === 3;

/** Numbers that can be rented in the scene, and what their time does to rentals: minutes and hours pass in seconds. */
export class RentStock {
  readonly #owner: Db;
  readonly #countryId: number;
  readonly #offer: GivenRentOffer;
  #count = STOCK;

  private constructor(owner: Db, countryId: number, offer: GivenRentOffer) {
    this.#owner = owner;
    this.#countryId = countryId;
    this.#offer = offer;
  }

  static async give(owner: Db, countryId: number): Promise<RentStock> {
    const offer = await givenRentOffer(owner, { countryId, services: [TELEGRAM], count: STOCK });
    return new RentStock(owner, countryId, offer);
  }

  /** What the partner whose numbers they are tells SMS with. */
  get pushKey(): string {
    return this.#offer.pushKey;
  }

  async tick(): Promise<void> {
    await this.#shorten();
    await this.#refill();
  }

  /** Nobody extends those that end, so that what was bought is what they had. */
  async #shorten(): Promise<void> {
    await execute(
      this.#owner,
      sql`update rentals set cancel_until = app_now() + interval '2 seconds', due_at = app_now() + interval '2 seconds'
          where id % 4 = 3 and captured_at is null and closed_at is null and cancel_until > app_now() + interval '1 minute'`,
    );
    await endRentalsIn(
      this.#owner,
      "2 seconds",
      sql`id % 4 = 1 and expires_at > app_now() + interval '1 minute'`,
    );
  }

  async #refill(): Promise<void> {
    const { count } = await one<{ count: number }>(
      this.#owner,
      sql`select count(*)::int as count from rentals`,
    );
    if (count < this.#count - STOCK / 2) return;
    const { supplierId } = this.#offer;
    await givenRentOffer(this.#owner, {
      countryId: this.#countryId,
      services: [TELEGRAM],
      count: STOCK,
      supplierId,
    });
    this.#count += STOCK;
  }
}

/**
 * Lets rentals that got nothing end in a while, as if they had begun so much earlier. One moment for all of it: the clock goes on between
 * two questions, and then a rental would not have lasted for the hours that were bought.
 */
export async function endRentalsIn(owner: Db, interval: string, which: Sql): Promise<void> {
  await execute(
    owner,
    sql`with moment as materialized (
          select app_now() + ${interval}::interval as ends_at
        ), moved as (
          update rentals r set expires_at = ends_at, due_at = ends_at, issued_at = ends_at - make_interval(hours => hours)
          from moment where closed_at is null and received_at is null and ${which} returning r.id, r.expires_at
        )
        update supply_rent_leases l set until = moved.expires_at from moved where l.rental_id = moved.id`,
  );
}
