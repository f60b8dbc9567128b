import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { smsSinks } from "#app/api/sms-sinks.ts";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { type Notice, receiveTogether } from "#features/supply/intake/batch-intake.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

const bought = { operator: "any", maxPriceKopecks: null, channel: "site" } as const;
const newKey = () => ({ idempotencyKey: crypto.randomUUID() });
let lastSmsId = 0n;

function notice(supplierId: number, phone: number, text: string, sender: string): Notice {
  lastSmsId += 1n;
  return { supplierId, smsId: lastSmsId, phone, sender, text };
}

describe.each(["one by one", "together"])("a bank's one-time code, taken in %s", (way) => {
  const takeIn = async (sms: Notice) => {
    if (way === "together") await receiveTogether(db, [sms], smsSinks.many);
    else await receiveSms(db, sms, smsSinks.one);
  };
  const isTaken = async ({ smsId, supplierId }: Notice) => {
    const where = sql`where supplier_id = ${supplierId} and sms_id = ${smsId}`;
    return (await one<{ matched: boolean }>(db, sql`select matched from supply_sms ${where}`)).matched;
  };

  it("is shown to no whole rented number, no open order and no late one; other SMS are", async () => {
    const userId = await givenUser(db, 100_000);
    const countryId = way === "together" ? 33 : 36;
    const rents = await givenRentOffer(db, { countryId, services: [null] });
    const whole = await rentNumber(db, {
      ...{ ...bought, ...newKey(), userId, countryId },
      ...{ serviceCode: "full", hours: 24 },
    });
    const offer = await givenOffer(db, { countryId, count: 2 });
    const buy = () => buyActivation(db, { ...bought, ...newKey(), userId, countryId, serviceId: 52 });
    const open = await buy();
    const missed = await buy();
    await expireActivation(db, { id: missed.id, state: "waiting" });
    const doors = [
      [rents.supplierId, whole.number],
      [offer.supplierId, open.number],
      [offer.supplierId, missed.number],
    ] as const;
    for (const [supplierId, phone] of doors) {
      for (const [text, sender] of [
        ["482913 is your one-time code. Never share it", "Revolut"],
        ["Deutsche Bank: Ihre TAN ist 482913, Code nicht weitergeben", "INFO"],
      ] as const) {
        const sms = notice(supplierId, Number(phone), text, sender);
        await takeIn(sms);
        expect(await isTaken(sms), text).toBe(false);
      }
      const harmless = notice(supplierId, Number(phone), "Your code is 482913", "INFO");
      await takeIn(harmless);
      expect(await isTaken(harmless)).toBe(true);
    }
  });
});
