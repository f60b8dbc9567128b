import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenNumbers, ordersOf } from "#features/notifications/telegram/buying/chat-numbers.factory.ts";
import {
  type ChatPerson,
  db,
  givenLinkedPerson,
  lastOf,
  press,
  work,
  write,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

/** A message with the addresses of its buttons: where a site has no address of its own they stand in the text. */
function wholeOf(who: ChatPerson): string {
  const { text, buttons } = lastOf(who);
  return [text, ...buttons.flatMap(({ url }) => url ?? [])].join("\n");
}

test("a chat asks once more above the price that was chosen on the site, and not at it", async () => {
  const anna = await givenLinkedPerson();
  const buyAskingAbove = async (confirmAboveKopecks: number) => {
    const saved = await anna.call("PUT", "/telegram-chat", { ...anna.settings, confirmAboveKopecks });
    expect(saved.status).toBe(200);
    await write(anna, "telegram indonesia");
    return press(anna, /^Buy for/);
  };
  // Dearer than what is asked about where nothing was chosen, and cheaper.
  await givenNumbers(15_000);
  expect((await buyAskingAbove(15_000)).text).not.toContain("more than");
  expect(await ordersOf(anna)).toHaveLength(1);
  expect((await buyAskingAbove(14_999)).text).toContain("more than 149,99");
  expect(await ordersOf(anna)).toHaveLength(1);
  await press(anna, /^Buy for/);
  expect(await ordersOf(anna)).toHaveLength(2);
  await givenNumbers(1_400);
  expect((await buyAskingAbove(1_399)).text).toContain("more than 13,99");
  expect(await ordersOf(anna)).toHaveLength(2);
});

test("a program of the account cannot take the key of a price that its chat was told", async () => {
  await givenNumbers();
  const anna = await givenLinkedPerson();
  await write(anna, "telegram indonesia");
  const { id } = await one<{ id: number }>(
    db,
    sql`select max(id) as id from notifications_telegram_purchases where user_id = ${anna.userId}`,
  );
  const ofProgram = { userId: anna.userId, channel: "api", idempotencyKey: `telegram:${id}` } as const;
  await buyActivation(db, purchase(ofProgram));
  expect((await press(anna, /^Buy for/)).text).toMatch(/<code>\+\d+<\/code>/);
  expect(await ordersOf(anna)).toHaveLength(2);
});

test.each([
  ["en", "/profile/pay"],
  ["ru", "/ru/profile/pay"],
] as const)(
  "the balance told in a chat leads to topping up, in its reader's language (%s)",
  async (locale, path) => {
    const poor = await givenLinkedPerson(0, locale);
    await poor.person.command("/balance");
    await work();
    expect(wholeOf(poor)).toContain(`${env.PUBLIC_URL}${path}`);
  },
);

test("whoever has too little money for a number is led from the refusal to topping up", async () => {
  await givenNumbers();
  const poor = await givenLinkedPerson(0);
  await write(poor, "telegram indonesia");
  await press(poor, /^Buy for/);
  expect(lastOf(poor).text).toContain("Insufficient funds");
  expect(wholeOf(poor)).toContain(`${env.PUBLIC_URL}/profile/pay`);
  expect(await ordersOf(poor)).toEqual([]);
});
