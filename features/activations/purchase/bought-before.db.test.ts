import sql from "sql-template-tag";
import { afterEach, describe, expect, it } from "vitest";
import { deliverSms, finishActivation } from "#features/activations/activations.writes.ts";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import {
  agentPurchase,
  answering,
  freshService,
  givenAgent,
  givenAgentOffer,
} from "#features/activations/purchase/agents.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { buyAdditional, buyAgain } from "#features/activations/reorder/reorder.writes.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];

let lift: (() => Promise<unknown>) | null = null;
afterEach(async () => {
  await lift?.();
  lift = null;
});

/** From now on nothing is sold in this country. */
async function stopSales(countryId: number): Promise<void> {
  const block = { countryId, effect: "deny", reasonCode: "KILL_SWITCH", reasonText: "test" } as const;
  const { blockId } = await withTransaction(db, (tx) => blockSale(tx, { ...block, actor: "test" }));
  forgetPolicy(db);
  lift = async () => {
    await withTransaction(db, (tx) => liftBlock(tx, { blockId, actor: "test", reason: "a test" }));
    forgetPolicy(db);
  };
}

const stopped = { code: "SALES_STOPPED" };

describe("what was bought before policy stopped its sale", () => {
  it("is answered again under the key of its purchase, and nothing else is sold", async () => {
    const countryId = freshCountries.pop() as number;
    await givenOffer(db, { countryId });
    const userId = await givenUser(db, 10_000);
    const early = purchase({ userId, countryId });
    const bought = await buyActivation(db, early);
    await stopSales(countryId);
    expect(await buyActivation(db, early)).toEqual({ ...bought, replayed: true });
    await expect(buyActivation(db, { ...early, operator: "telkomsel" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    await expect(buyActivation(db, purchase({ userId, countryId }))).rejects.toMatchObject(stopped);
    expect((await getBalance(db, userId)).heldKopecks).toBe(1_400);
  });

  it("is not bought once more under the key of an order that got no number", async () => {
    const agent = await givenAgent(answering({ status: "NO_NUMBERS" }));
    const serviceId = freshService();
    await givenAgentOffer({ serviceId, baseUrl: agent.url });
    const userId = await givenUser(db, 10_000);
    const early = agentPurchase(userId, serviceId);
    await expect(buyActivation(db, early)).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await stopSales(early.countryId);
    await expect(buyActivation(db, early)).rejects.toMatchObject(stopped);
    expect(agent.requests).toHaveLength(1);
  });

  it("is answered again where a number was had for one more order", async () => {
    const countryId = freshCountries.pop() as number;
    const { supplierId } = await givenOffer(db, { countryId, serviceId: TELEGRAM, count: 1 });
    const userId = await givenUser(db, 10_000);
    const { id, number } = await buyActivation(db, purchase({ userId, countryId }));
    const other = await givenOffer(db, { countryId, serviceId: WHATSAPP, supplierId, count: 1 });
    await execute(owner, sql`update supply_stock set number = ${number} where offer_id = ${other.offerId}`);
    const ofOrder = { userId, orderId: id, countryId, channel: "site" } as const;
    const additional = { ...ofOrder, serviceId: WHATSAPP, idempotencyKey: "additional" };
    const added = await buyAdditional(db, additional);
    await givenSms(db, supplierId, number, "Telegram code 41507", deliverSms);
    await finishActivation(db, userId, id);
    const again = { ...ofOrder, serviceId: TELEGRAM, idempotencyKey: "again" };
    const renewed = await buyAgain(db, again);
    expect([added.refusal, renewed.refusal]).toEqual([null, null]);
    await stopSales(countryId);
    expect(await buyAdditional(db, additional)).toEqual(added);
    expect(await buyAgain(db, again)).toEqual(renewed);
    expect(await buyAgain(db, { ...again, idempotencyKey: "additional" })).toEqual({ refusal: "mismatch" });
    await expect(buyAgain(db, { ...again, idempotencyKey: "other" })).rejects.toMatchObject(stopped);
    await expect(buyAdditional(db, { ...additional, idempotencyKey: "other" })).rejects.toMatchObject(
      stopped,
    );
  });
});
