import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  type ChatPerson,
  db,
  givenLinkedPerson,
  owner,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { listUntoldSellers, tellEarnings } from "#features/ready-accounts/earnings/earning-notices.writes.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import {
  claimAccount,
  decideAccountClaim,
  objectToClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

const textsOf = ({ person }: ChatPerson) => person.heard().map(({ text }) => text);

/** An order of accounts of this person's store. */
async function givenSale(seller: ChatPerson, count = 1, name = "Telegram, aged") {
  const from = { sellerId: seller.userId, provenance: "Registered by ourselves" };
  const { offerId } = await givenAccountOffer(db, { name, count }, from);
  const userId = await givenCustomer(db, 10_000);
  const wish = { userId, offerId, count, maxTotalKopecks: null, channel: "site" } as const;
  const { orderId } = await buyReadyAccounts(db, { ...wish, idempotencyKey: randomUUID() });
  const claim = async (place: number, text = "it is closed") =>
    (await claimAccount(db, { userId, orderId, place, text, idempotencyKey: randomUUID() })).claimId;
  return { orderId, claim };
}

test("the chat of a store's owner is told of a claim that waits, with the buyer's words and no link in them", async () => {
  const anna = await givenLinkedPerson();
  const { orderId, claim } = await givenSale(anna, 1, "see evil.example");
  await claim(1, "<b>closed</b>, write to t.me/evil");
  await work();
  await work();
  expect(textsOf(anna)).toEqual([expect.stringContaining(`account 1 of order ${orderId}`)]);
  const [text] = textsOf(anna);
  expect(text).toMatch(/Answer before .* UTC/);
  expect(text).toContain("&lt;b&gt;closed");
  expect(text).not.toMatch(/evil\.example|t\.me\/evil/);
  expect(JSON.stringify(anna.person.heard())).toContain("/store");
});

test("a claim that the store has answered meanwhile is not told in its owner's chat", async () => {
  const anna = await givenLinkedPerson();
  const claimId = await (await givenSale(anna)).claim(1);
  await withTransaction(db, (tx) =>
    objectToClaim(tx, { claimId, sellerId: anna.userId, objection: "It works." }),
  );
  await work();
  expect(textsOf(anna)).toEqual([]);
});

test("the chat of a store's owner is told what silence has decided, and what the staff have overruled", async () => {
  const anna = await givenLinkedPerson();
  const { claim } = await givenSale(anna, 2);
  const [silent, overruled] = [await claim(1), await claim(2)];
  await work();
  const before = textsOf(anna).length;
  await settleDueClaim(db, silent);
  await work();
  expect(textsOf(anna).slice(before)).toEqual([
    expect.stringMatching(/did not answer.*account 1 of.*share of it, 8,00.₽/),
  ]);
  await withTransaction(db, (tx) =>
    decideAccountClaim(tx, {
      ...{ claimId: overruled, decision: "accept", deciderId: 999_999, mayReplace: false },
      reason: "It is closed <indeed>.",
    }),
  );
  await work();
  expect(textsOf(anna).at(-1)).toMatch(
    /Our team has accepted.*account 2 of.*\nIt is closed &lt;indeed&gt;\.\n/,
  );
});

test("the chat of a store's owner is told once what was released to it on a day", async () => {
  const anna = await givenLinkedPerson();
  for (const count of [1, 2]) await givenSale(anna, count);
  await moveClock(owner, "25 hours");
  for (const orderId of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, orderId);
  await moveClock(owner, "24 hours");
  expect(await listUntoldSellers(db, 100)).toContain(anna.userId);
  for (const sellerId of [anna.userId, anna.userId]) await tellEarnings(db, sellerId);
  await resetClock(owner);
  await work();
  expect(textsOf(anna)).toEqual([expect.stringMatching(/warranty of 2 orders has ended: 24,00.₽/)]);
});

test("whoever does not want to hear of accounts in the chat is told nothing of the own store", async () => {
  const anna = await givenLinkedPerson();
  const kinds = anna.settings.kinds.filter((kind) => kind !== "accounts");
  await anna.call("PUT", "/telegram-chat", { ...anna.settings, kinds });
  await (await givenSale(anna)).claim(1);
  await work();
  expect(textsOf(anna)).toEqual([]);
});
