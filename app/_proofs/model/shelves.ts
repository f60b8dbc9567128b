import type { ClaimAnswer, Ware } from "#app/_proofs/model/store.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { listDueClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import {
  acceptAsSeller,
  claimAccount,
  decideAccountClaim,
  mayReplace,
  objectToClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const HOUR = 3_600_000;
const AT_ONCE = 1_000;

/** The stores of the people of one life after the other; each opens when somebody would like to buy there. */
export class Shelves {
  readonly #db: Db;
  readonly #owner: Db;
  readonly #offers = new Map<UserId, number>();

  constructor(db: Db, owner: Db) {
    this.#db = db;
    this.#owner = owner;
  }

  async #offerOf(sellerId: UserId, { price, warranty, stock }: Ware): Promise<number> {
    const known = this.#offers.get(sellerId);
    if (known !== undefined) return known;
    const terms = { priceKopecks: kopecks(price), warrantyHours: warranty / HOUR, count: stock };
    const { offerId } = await givenStoreOffer(this.#owner, sellerId, terms);
    this.#offers.set(sellerId, offerId);
    return offerId;
  }

  async buy(
    userId: UserId,
    { sellerId, ware, count }: { sellerId: UserId; ware: Ware; count: number },
    idempotencyKey: string,
  ): Promise<{ orderId: number; replayed: boolean }> {
    const offerId = await this.#offerOf(sellerId, ware);
    return buyReadyAccounts(this.#db, {
      ...{ userId, offerId, count, maxTotalKopecks: null, channel: "site", idempotencyKey },
    });
  }

  claim(userId: UserId, orderId: number, place: number, idempotencyKey: string) {
    return claimAccount(this.#db, { userId, orderId, place, text: "it is closed", idempotencyKey });
  }

  async answer(
    claimId: number,
    answer: ClaimAnswer,
    { sellerId, staffId }: { sellerId: UserId; staffId: UserId },
  ): Promise<void> {
    const isAllowed = await mayReplace(this.#db, claimId);
    const reason = "we looked";
    await withTransaction(this.#db, async (tx) => {
      if (answer === "sellerObjects") return objectToClaim(tx, { claimId, sellerId, objection: reason });
      if (answer === "sellerAccepts")
        return void (await acceptAsSeller(tx, { claimId, sellerId, reason, mayReplace: isAllowed }));
      const decision = answer === "staffAccept" ? "accept" : "refuse";
      const decided = { claimId, decision, deciderId: staffId, reason, mayReplace: isAllowed } as const;
      return void (await decideAccountClaim(tx, decided));
    });
  }

  /** Claims whose time is over, those first that are due first; each twice, since sweeps run again and again. */
  async settleClaims(): Promise<void> {
    for (;;) {
      const due = await listDueClaims(this.#db, AT_ONCE);
      if (due.length === 0) return;
      for (const id of due) {
        await settleDueClaim(this.#db, id);
        await settleDueClaim(this.#db, id);
      }
    }
  }

  /** What orders have earned that nobody can claim any more; each twice. */
  async payStores(): Promise<void> {
    for (;;) {
      const due = await listDueStoreEarnings(this.#db, AT_ONCE);
      if (due.length === 0) return;
      for (const orderId of [...due, ...due]) await payStoreEarning(this.#db, orderId);
    }
  }
}
