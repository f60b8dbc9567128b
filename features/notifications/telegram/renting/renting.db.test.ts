import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenSms } from "#features/activations/sms.factory.ts";
import {
  type ChatPerson,
  db,
  givenLinkedPerson,
  lastOf,
  owner,
  press,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer, takeOthersOffline } from "#features/supply/rent-offers.factory.ts";
import { execute, rows } from "#lib/db/query.ts";

const rentalsOf = ({ userId }: ChatPerson) =>
  rows<{ id: number; number: string; state: string; price: number; hours: number; supplierId: number }>(
    db,
    sql`select id, number::text, state, price_kopecks as price, hours, supplier_id as "supplierId" from rentals
        where user_id = ${userId} order by id`,
  );

/** Numbers for rent at a rouble an hour, and nothing else. */
async function givenRents(): Promise<void> {
  const { supplierId } = await givenRentOffer(db, { countryId: 6, count: 3 });
  await takeOthersOffline(owner, supplierId);
}

describe("a number is rented in a chat", () => {
  test("by words: for how long and at which price is shown before, and its SMS come by themselves", async () => {
    await givenRents();
    const anna = await givenLinkedPerson();
    await anna.person.command("/rent telegram indonesia");
    await work();
    expect(lastOf(anna).text).toContain("Telegram, Indonesia: for how long?");
    const quoted = await press(anna, /^4 hours/);
    expect(quoted.text).toMatch(/4 hours\nPrice: \d/);
    expect(await rentalsOf(anna)).toEqual([]);
    const rented = await press(anna, /^Rent for/);
    const [rental] = await rentalsOf(anna);
    expect(rental).toMatchObject({ state: "active", hours: 4 });
    expect(rented.text).toContain(`<code>+${rental?.number}</code>`);
    expect(rented.buttons.map(({ text }) => text)).toEqual(["Cancel the rental"]);
    const { supplierId = 0, number = "" } = rental ?? {};
    await givenSms(db, supplierId, number, "Telegram code 66102", deliverSmsToRentals);
    await work();
    expect(lastOf(anna).text).toContain("<code>66102</code>");
    await anna.person.command("/rentals");
    await work();
    expect(lastOf(anna).text).toContain("66102");
  });

  test("by buttons, and refunded in full when it is cancelled there, to be rented again by one more", async () => {
    await givenRents();
    const anna = await givenLinkedPerson();
    await anna.person.command("/rent");
    await work();
    expect((await press(anna, /^Telegram$/)).text).toContain("which country?");
    await press(anna, /^Indonesia/);
    await press(anna, /^1 day/);
    await press(anna, /^Rent for/);
    expect((await press(anna, /^Cancel the rental/)).text).toContain("refunded");
    expect((await rentalsOf(anna)).map(({ state, hours }) => [state, hours])).toEqual([["canceled", 24]]);
    expect((await press(anna, /^Rent again/)).text).toMatch(/1 day\nPrice/);
  });

  test("once, however often the button is pressed, and within the day's cap of the chat", async () => {
    await givenRents();
    const anna = await givenLinkedPerson();
    await anna.person.command("/rent telegram indonesia");
    await work();
    const quoted = await press(anna, /^4 hours/);
    const data = quoted.buttons[0]?.callback_data ?? "";
    await anna.person.press(data);
    await anna.person.press(data);
    await work();
    expect(await rentalsOf(anna)).toHaveLength(1);
    await anna.call("PUT", "/telegram-chat", { ...anna.settings, dayCapKopecks: 1 });
    await anna.person.command("/rent telegram indonesia");
    await work();
    await press(anna, /^4 hours/);
    expect((await press(anna, /^Rent for/)).text).toContain("may spend");
    expect(await rentalsOf(anna)).toHaveLength(1);
  });
});

test("a chat is told that a rental ends soon", async () => {
  await givenRents();
  const anna = await givenLinkedPerson();
  await anna.person.command("/rent telegram indonesia");
  await work();
  await press(anna, /^4 hours/);
  await press(anna, /^Rent for/);
  const [rental] = await rentalsOf(anna);
  await execute(owner, sql`update rentals set remind_at = app_now() where id = ${rental?.id}`);
  expect(await remindOfEnd(db, rental?.id ?? 0)).toBe(true);
  await work();
  expect(lastOf(anna).text).toMatch(/This rental ends in .*hour/);
});
