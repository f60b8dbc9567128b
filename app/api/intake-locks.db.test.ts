import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { smsSinks } from "#app/api/sms-sinks.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { lockWallets } from "#features/ledger/ledger.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { receiveTogether } from "#features/supply/intake/batch-intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

it("SMS for an order and for a rental lock their wallets in one order, whichever of them is the order's", async () => {
  const offer = await givenOffer(db, { count: 1 });
  const rentOffer = await givenRentOffer(db, { count: 1 });
  // The rental's wallet is the one that comes first.
  const [renter, buyer] = [await givenUser(db, 50_000), await givenUser(db, 50_000)];
  const wish = { operator: "any", maxPriceKopecks: null, channel: "site" } as const;
  const bought = await buyActivation(db, {
    ...{ userId: buyer, serviceId: 52, countryId: 6, idempotencyKey: "an order", ...wish },
  });
  const rented = await rentNumber(db, {
    ...{ userId: renter, serviceCode: "tg", countryId: 6, hours: 24, idempotencyKey: "a rental", ...wish },
  });
  const sms = (smsId: bigint, supplierId: number, phone: unknown) => ({
    ...{ smsId, supplierId, phone: Number(phone), sender: "Telegram", text: "Telegram code 12345" },
  });
  const notices = [sms(1n, offer.supplierId, bought.number), sms(2n, rentOffer.supplierId, rented.number)];
  const taken = await askBehind(
    db,
    (tx) => lockWallets(tx, [renter]),
    () => receiveTogether(db, notices, smsSinks.many),
    async () => {
      const free = sql`select 1 from ledger_accounts where user_id = ${buyer} for update skip locked`;
      expect(await rows(owner, free)).toHaveLength(1);
    },
  );
  expect(taken).toEqual([true, true]);
  const messages = sql`select (select count(*)::int from activations_messages) as bought, (select count(*)::int from rentals_messages) as rented`;
  expect(await one(db, messages)).toEqual({ bought: 1, rented: 1 });
});
