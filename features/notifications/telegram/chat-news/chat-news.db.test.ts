import { expect, test } from "vitest";
import {
  db,
  givenChatPerson,
  givenCode,
  givenLinkedPerson,
  speak,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent } from "#lib/jobs/events.ts";

test("a code is told once in the linked chat, to be copied by a press, and kept in no table", async () => {
  const anna = await givenLinkedPerson();
  const { number } = await givenCode(anna.userId, "Telegram code 41507 <b>");
  await work();
  await work();
  const heard = anna.person.heard();
  expect(heard).toHaveLength(1);
  expect(heard[0]?.text).toContain(`<code>+${number}</code>`);
  expect(heard[0]?.text).toContain("Code: <code>41507</code>");
  expect(heard[0]?.text).toContain("Telegram code 41507 &lt;b&gt;");
  const kept = await rows(db, { text: "select * from notifications_telegram_messages", values: [] });
  expect(JSON.stringify(kept)).not.toContain("41507");
});

test("what came before a chat was linked, and what comes to others, is not told in it", async () => {
  const other = await givenChatPerson();
  const anna = await givenChatPerson();
  await givenCode(anna.userId);
  await fanOut(db);
  const linked = await givenLinkedPerson();
  await givenCode(other.userId);
  await work();
  expect(linked.person.heard()).toEqual([]);
});

test("a chat is told what its owner chose on the site, and nothing else", async () => {
  const anna = await givenLinkedPerson();
  expect((await anna.call("GET", "/telegram-chat")).body.kinds).toEqual([
    ...["codes", "rentals", "accounts", "payments", "balance", "loyalty"],
  ]);
  const chosen = await anna.call("PUT", "/telegram-chat", { ...anna.settings, kinds: ["balance"] });
  expect(chosen.body.kinds).toEqual(["balance"]);
  await givenCode(anna.userId);
  await withTransaction(db, (tx) => emitEvent(tx, { userId: anna.userId, kind: "balance_low", data: {} }));
  await work();
  expect(anna.person.heard().map(({ text }) => text)).toEqual([
    expect.stringContaining("Your balance is low"),
  ]);
});

test("a chat that is told of a low balance is led to where it is topped up", async () => {
  const anna = await givenLinkedPerson(1_250);
  await withTransaction(db, (tx) => emitEvent(tx, { userId: anna.userId, kind: "balance_low", data: {} }));
  await work();
  // A name without a dot is no button (`withPage`): here the address stands below the words.
  expect(anna.person.heard().map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Your balance is low: 12,50.₽\.\n\nhttp:\/\/localhost:\d+\/profile\/pay$/),
  ]);
});

test("a credited payment is told with its amount and the balance", async () => {
  const anna = await givenLinkedPerson();
  const paymentId = await givenTopUp(db, { userId: anna.userId, amountKopecks: 50_000 });
  await withTransaction(db, (tx) =>
    emitEvent(tx, { userId: anna.userId, kind: "payment", data: { paymentId, state: "credited" } }),
  );
  await work();
  expect(anna.person.heard().map(({ text }) => text)).toEqual([expect.stringMatching(/500,00.*added/)]);
});

test("a code that waits while its chat is cut off is not said", async () => {
  const anna = await givenLinkedPerson();
  await givenCode(anna.userId);
  await fanOut(db);
  await anna.call("DELETE", "/telegram-chat");
  await speak();
  expect(
    anna.person
      .heard()
      .map(({ text }) => text)
      .join(),
  ).not.toContain("41507");
});
