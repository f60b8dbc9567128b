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
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer, takeOthersOffline } from "#features/supply/rent-offers.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";

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

  test("at the hour's price that was agreed with the account, shown before and paid", async () => {
    await givenRents();
    const [anna, other] = [await givenLinkedPerson(), await givenLinkedPerson()];
    const agreed = { serviceId: 52, countryId: 6, hourKopecks: kopecks(123) };
    await agreeRentHour(db, { userId: anna.userId, ...agreed });
    const quotes: string[] = [];
    for (const who of [anna, other]) {
      await who.person.command("/rent telegram indonesia");
      await work();
      quotes.push((await press(who, /^4 hours/)).text);
      await press(who, /^Rent for/);
    }
    const [own, everybodys] = [(await rentalsOf(anna))[0]?.price, (await rentalsOf(other))[0]?.price];
    expect(own).toBe(4 * 123);
    expect(everybodys).not.toBe(own);
    const retail = ((everybodys ?? 0) / 100).toFixed(2).replace(".", ",");
    expect(quotes[0]).toMatch(new RegExp(`Your price: 4,92.₽, retail ${retail}.₽\\. Balance`));
    expect(quotes[1]).toMatch(new RegExp(`Price: ${retail}.₽\\. Balance`));
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
