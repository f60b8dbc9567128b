import { expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { db, say } from "#features/handler-api/handler-api-routes.factory.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { changeKey, createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { findLicenceByKey } from "#features/licences/signing/licence-keys.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const action = "buyPartnerProduct";

async function givenSeller(limits: object = {}): Promise<{ userId: UserId; key: string; keyId: number }> {
  const { userId } = await givenAgent(db, { shareBasisPoints: 2_000 });
  await givenBalance(db, userId, 5_000, `seller-${userId}`);
  const input = keyInput(limits);
  const { id: keyId, key } = await withTransaction(db, (tx) => createKey(tx, userId, "live", input));
  return { userId, key, keyId };
}
const balance = async (userId: number) => (await getBalance(db, userId)).postedKopecks;

test("an agent gets a licence key for a customer at the price less the share, and the same again by the same orderId", async () => {
  const { productId, code } = await givenProduct(db);
  const seller = await givenSeller();
  const first = await say(seller, { action, productId, orderId: "customer-7" });
  expect(JSON.parse(first)).toMatchObject({
    status: "success",
    manual: expect.stringContaining("/profile/software"),
  });
  expect(await findLicenceByKey(db, JSON.parse(first).key)).toMatchObject({ code, state: "valid" });
  expect(await say(seller, { action, productId, orderId: "customer-7" })).toBe(first);
  expect(await balance(seller.userId)).toBe(4_200);
  expect(await say(seller, { action, id: productId })).not.toBe(first);
  expect(await balance(seller.userId)).toBe(3_400);
  const other = (await givenProduct(db)).productId;
  expect(await say(seller, { action, productId: other, orderId: "customer-7" })).toBe("ORDER_ALREADY_EXISTS");
});

test("the same orderId answers the same licence also after the key's highest price was changed", async () => {
  const { productId } = await givenProduct(db);
  const seller = await givenSeller({ priceCapKopecks: 2_000 });
  const first = await say(seller, { action, productId, orderId: "customer-8" });
  expect(JSON.parse(first)).toMatchObject({ status: "success" });
  const changed = keyInput({ priceCapKopecks: 1_500 });
  await withTransaction(db, (tx) => changeKey(tx, seller.userId, seller.keyId, changed));
  forgetApiKeys(seller.userId);
  expect(await say(seller, { action, productId, orderId: "customer-8" })).toBe(first);
  expect(await balance(seller.userId)).toBe(4_200);
});

test("who is no agent is told BAD_ACTION, and pays nothing", async () => {
  const { productId } = await givenProduct(db);
  const buyer = await givenApiBuyer(db, 5_000);
  expect(await say(buyer, { action, productId })).toBe("BAD_ACTION");
  expect(await balance(buyer.userId)).toBe(5_000);
});

type Wish = { price?: number; limits?: object; productId?: number | string };
const wishes: readonly (readonly [string, Wish, string])[] = [
  ["without the money", { price: 9_000 }, "NO_BALANCE"],
  ["above the key's highest price", { limits: { priceCapKopecks: 999 } }, "WRONG_MAX_PRICE:10.00"],
  ["by a key with a sum a day", { limits: { dailyLimitKopecks: 100_000 } }, "NOT_AVAILABLE"],
  ["by a key for one service", { limits: { serviceIds: [52] } }, "NOT_AVAILABLE"],
  ["that nobody sells", { productId: 999_999 }, "SERVICE_NOT_AVAILABLE"],
  ["without a number", { productId: "x" }, "SERVICE_NOT_AVAILABLE"],
];

test.each(wishes)(
  "a licence %s is refused in the protocol's words, and nothing is taken",
  async (_, { price = 1_000, limits = {}, productId }, word) => {
    const product = await givenProduct(db, { priceKopecks: kopecks(price) });
    const seller = await givenSeller(limits);
    expect(await say(seller, { action, productId: productId ?? product.productId })).toBe(word);
    expect(await balance(seller.userId)).toBe(5_000);
  },
);
