import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { answering, buyFromAgent, givenAgent } from "#features/activations/purchase/agents.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];
let lastRef = 0;

/** Somebody who has bought `phone` of an agent of its own. */
async function givenOrder(phone: number, serviceId: number) {
  lastRef += 1;
  const agent = await givenAgent(answering({ status: "SUCCESS", number: phone, activationId: lastRef }));
  const { supplierId, offerId, buying } = await buyFromAgent({ serviceId, baseUrl: agent.url });
  const { id } = await buying;
  // The next order is the next supplier's.
  await execute(owner, sql`update pricing_offers set count = 0 where id = ${offerId}`);
  return { supplierId, orderId: id };
}

function push(supplierId: number, smsId: bigint, phone: number, text: string): Promise<boolean> {
  return receiveSms(db, { supplierId, smsId, phone, sender: "Telegram", text }, deliverSms);
}
const codesOf = (orderId: number) =>
  one<{ state: string; count: number; paid: number }>(
    db,
    sql`select a.state, a.messages_count as count, (
          select count(*)::integer from ledger_transfers where reference = ${`activation:${orderId}:share`}) as paid
        from activations a where a.id = ${orderId}`,
  );

it("one number at two suppliers is two orders: each one's SMS reaches its own order alone, and the same id counts once", async () => {
  const phone = 639_170_000_101;
  const [first, second] = [await givenOrder(phone, TELEGRAM), await givenOrder(phone, TELEGRAM)];
  expect(first.supplierId).not.toBe(second.supplierId);
  const told = [1, 2, 3].map(() => push(second.supplierId, 7n, phone, "Telegram code 20202"));
  expect((await Promise.all(told)).filter(Boolean)).toHaveLength(1);
  expect(await codesOf(second.orderId)).toEqual({ state: "received", count: 1, paid: 1 });
  expect(await codesOf(first.orderId)).toEqual({ state: "waiting", count: 0, paid: 0 });
  // The other's equal id is another SMS.
  expect(await push(first.supplierId, 7n, phone, "Telegram code 10101")).toBe(true);
  expect(await codesOf(first.orderId)).toEqual({ state: "received", count: 1, paid: 1 });
  expect(await codesOf(second.orderId)).toEqual({ state: "received", count: 1, paid: 1 });
});

it("an SMS of a supplier for a number that is somebody else's is kept, reaches nobody and earns nothing", async () => {
  const phone = 639_170_000_202;
  const [lender, other] = [await givenOrder(phone, WHATSAPP), await givenOrder(639_170_000_203, WHATSAPP)];
  expect(await push(other.supplierId, 8n, phone, "WhatsApp code 30303")).toBe(true);
  expect(await codesOf(lender.orderId)).toEqual({ state: "waiting", count: 0, paid: 0 });
  expect(await codesOf(other.orderId)).toEqual({ state: "waiting", count: 0, paid: 0 });
  const kept = await rows(db, sql`select matched from supply_sms where supplier_id = ${other.supplierId}`);
  expect(kept).toEqual([{ matched: false }]);
});
