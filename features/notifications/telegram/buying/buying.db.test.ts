import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenOpenMax, givenStaffBan } from "#features/activations/limits/limits.factory.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { commandList } from "#features/notifications/telegram/bot-commands.reads.ts";
import {
  givenNumbers,
  INDONESIA,
  ordersOf,
} from "#features/notifications/telegram/buying/chat-numbers.factory.ts";
import { keepUpdates } from "#features/notifications/telegram/inbox/inbox.writes.ts";
import {
  type ChatPerson,
  db,
  givenChatPerson,
  givenLinkedPerson,
  lastOf,
  owner,
  press,
  work,
  write,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { agreePersonalPrice } from "#features/pricing/pricing.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { locales } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";

// The day (UTC) of a chat's cap may not end between what is spent and what is refused.
await moveClockToNoon(owner);

const TELEGRAM = 52;

describe("a number is bought in a chat", () => {
  test("by words or by buttons, its price shown before, and its code comes by itself with what can be done", async () => {
    const { supplierId } = await givenNumbers();
    const anna = await givenLinkedPerson();
    const quoted = await write(anna, "телеграм индонезия");
    expect(quoted.text).toMatch(/Price: 14,00.*Balance: 1.000,00/);
    expect(await ordersOf(anna)).toEqual([]);
    const bought = await press(anna, /^Buy for 14,00/);
    const [order] = await ordersOf(anna);
    expect(order).toMatchObject({ state: "waiting", price: 1_400 });
    expect(bought.text).toContain(`<code>+${order?.number}</code>`);
    expect(bought.buttons.map(({ text }) => text)).toEqual(["Cancel", "Report as blocked"]);
    await givenSms(db, supplierId, order?.number ?? "", "Telegram code 55301");
    await work();
    const told = lastOf(anna);
    expect(told.text).toContain("<code>55301</code>");
    expect(told.buttons.map(({ text }) => text)).toEqual(["One more code", "Finish"]);
    await press(anna, /^One more code/);
    expect((await press(anna, /^Finish/)).text).toContain("Finished");
    expect((await ordersOf(anna))[0]?.state).toBe("completed");
    expect((await press(anna, /^Buy again/)).text).toMatch(/Price: 14,00/);
  });

  test("one more code is asked for by a press, waited for, and told once without being paid", async () => {
    const { supplierId } = await givenNumbers();
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    await press(anna, /^Buy for/);
    const [{ number } = { number: "" }] = await ordersOf(anna);
    const sms = async (code: string) => {
      await givenSms(db, supplierId, number, `Telegram code ${code}`);
      await work();
      return lastOf(anna);
    };
    const [first, second] = ["55311", "55312"];
    await sms(first);
    const asked = await press(anna, /^One more code/);
    expect(asked.text).toMatch(/Waiting for one more code, \d+ minutes left/);
    expect(asked.buttons.map(({ text }) => text)).toEqual(["Finish"]);
    const told = await sms(second);
    expect(told.text).toContain(`<code>${second}</code>`);
    expect(told.text).not.toContain(first);
    expect(told.buttons.map(({ text }) => text)).toEqual(["One more code", "Finish"]);
    expect(anna.person.heard().filter(({ text }) => text.includes(second))).toHaveLength(1);
    await anna.person.command("/numbers");
    await work();
    expect(lastOf(anna).text).toContain(`Code: <code>${second}</code>`);
    expect((await press(anna, /^Finish/)).text).toContain("Finished");
    await anna.person.command("/balance");
    await work();
    expect(lastOf(anna).text).toMatch(/Balance: 986,00.*Held: 0,00/);
    expect(await ordersOf(anna)).toHaveLength(1);
  });

  test("by the buttons of services and countries", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    await anna.person.command("/buy");
    await work();
    const countries = await press(anna, /^Telegram$/);
    expect(countries.buttons.map(({ text }) => text)).toEqual([expect.stringMatching(/^Indonesia · 14,00/)]);
    expect((await press(anna, /^Indonesia/)).text).toMatch(/Price: 14,00/);
  });

  test("at the price that was agreed with the account, in each list and in the order, called so beside the retail one", async () => {
    await givenNumbers();
    const [anna, other] = [await givenLinkedPerson(), await givenLinkedPerson()];
    const agreed = { serviceId: TELEGRAM, countryId: INDONESIA, priceKopecks: kopecks(1_130) };
    await agreePersonalPrice(db, { userId: anna.userId, ...agreed });
    for (const [who, price, words] of [
      [anna, "11,30", /Your price: 11,30.₽, retail 14,00.₽\. Balance/],
      [other, "14,00", /Price: 14,00.₽\. Balance/],
    ] as const) {
      await who.person.command("/buy");
      await work();
      const countries = await press(who, /^Telegram$/);
      expect(countries.buttons[0]?.text).toMatch(new RegExp(`^Indonesia · ${price}`));
      expect((await write(who, "telegram indonesia")).text).toMatch(words);
      await press(who, new RegExp(`^Buy for ${price}`));
    }
    expect([...(await ordersOf(anna)), ...(await ordersOf(other))].map(({ price }) => price)).toEqual([
      1_130, 1_400,
    ]);
    await anna.person.command("/again");
    await work();
    expect(lastOf(anna).text).toMatch(/Your price: 11,30/);
  });

  test("the last number is bought again by one command, at today's price, wherever it was bought", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    const again = async () => {
      await anna.person.command("/again");
      await work();
      return lastOf(anna).text;
    };
    expect(await again()).toContain("not bought a number yet");
    await write(anna, "telegram indonesia");
    await press(anna, /^Buy for/);
    await givenNumbers(1_700);
    expect(await again()).toMatch(/Telegram.*Indonesia\nPrice: 17,00/);
    await press(anna, /^Buy for/);
    expect((await ordersOf(anna)).map(({ price }) => price)).toEqual([1_400, 1_700]);
  });

  test("what is cancelled in a chat is refunded in full", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    await press(anna, /^Buy for/);
    expect((await press(anna, /^Cancel/)).text).toContain("refunded");
    await anna.person.command("/balance");
    await work();
    expect(lastOf(anna).text).toMatch(/Balance: 1.000,00.*Held: 0,00/);
  });
});

test("every command that Telegram lists is one that the bot knows, and says what it does in every language", async () => {
  await givenNumbers();
  const anna = await givenLinkedPerson();
  const { commands, language } = commandList("en");
  expect(language).toBeNull();
  expect(await write(anna, "/qqqzzz")).toMatchObject({ text: expect.stringMatching(/^No such service/) });
  for (const { command } of commands) {
    await anna.person.command(`/${command}`);
    await work();
    expect(lastOf(anna).text, command).not.toMatch(/^No such service/);
  }
  expect(lastOf(anna).text).toContain("no longer linked");
  for (const locale of locales) {
    const described = commandList(locale).commands.map(({ description }) => description);
    expect(new Set(described).size).toBe(commands.length);
    for (const text of described) expect(text).not.toMatch(/notifications|[{}]/);
  }
  expect(commandList("cn").language).toBe("zh");
});

describe("a number that is reported as blocked in a chat", () => {
  const balanceOf = async (who: ChatPerson) => {
    await who.person.command("/balance");
    await work();
    return lastOf(who).text;
  };

  test("is refunded in full, once however often it is pressed, and is never given for the service again", async () => {
    const { offerId } = await givenNumbers();
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    const bought = await press(anna, /^Buy for/);
    const [order] = await ordersOf(anna);
    const reporting = bought.buttons.find(({ text }) => text === "Report as blocked")?.callback_data ?? "";
    await anna.person.press(reporting);
    await anna.person.press(reporting);
    await work();
    expect(lastOf(anna).text).toContain("Reported as blocked, the money is refunded.");
    expect(lastOf(anna).buttons.map(({ text }) => text)).toEqual(["Buy again"]);
    expect((await ordersOf(anna)).map(({ state }) => state)).toEqual(["banned"]);
    expect(await balanceOf(anna)).toMatch(/Balance: 1.000,00.*Held: 0,00/);
    const onSale = await rows(
      db,
      sql`select from supply_stock where offer_id = ${offerId} and number = ${order?.number}`,
    );
    expect(onSale).toEqual([]);
  });

  test("is refused with the reason once its SMS has come, and stays paid", async () => {
    const { supplierId } = await givenNumbers();
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    const bought = await press(anna, /^Buy for/);
    const reporting = bought.buttons.find(({ text }) => text === "Report as blocked")?.callback_data ?? "";
    const [order] = await ordersOf(anna);
    await givenSms(db, supplierId, order?.number ?? "", "Telegram code 55302");
    await work();
    await anna.person.press(reporting);
    await work();
    expect(lastOf(anna).text).toBe("This is no longer possible for this number");
    expect((await ordersOf(anna))[0]?.state).toBe("received");
    expect(await balanceOf(anna)).toMatch(/Balance: 986,00.*Held: 0,00/);
  });
});

describe("money through a chat obeys everything else", () => {
  test("a press that is told twice, or pressed twice, buys one number", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    const quoted = await write(anna, "telegram indonesia");
    const data = quoted.buttons[0]?.callback_data ?? "";
    await anna.person.press(data);
    await anna.person.press(data);
    await work();
    const from = { id: anna.chatId, is_bot: false, first_name: "Anna" };
    const chat = { id: anna.chatId, type: "private" as const, first_name: "Anna" };
    const message = { message_id: 1, date: 1, chat };
    const update = {
      update_id: 7_000_001,
      callback_query: { id: "7", from, message, chat_instance: "1", data },
    };
    for (let time = 0; time < 2; time += 1) await keepUpdates(db, [update as never]);
    await work();
    expect(await ordersOf(anna)).toHaveLength(1);
  });

  test("a purchase that was cut off is not carried out hours later, and one that was made is told", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    const cutOff = () =>
      execute(
        owner,
        sql`update notifications_telegram_purchases set begun_at = app_now() - interval '3 hours', ended_at = null, order_id = null
            where user_id = ${anna.userId}`,
      );
    await write(anna, "telegram indonesia");
    await cutOff();
    expect((await press(anna, /^Buy for/)).text).toContain("no longer valid");
    expect(await ordersOf(anna)).toEqual([]);
    const quoted = await write(anna, "telegram indonesia");
    await press(anna, /^Buy for/);
    await cutOff();
    await anna.person.press(quoted.buttons[0]?.callback_data ?? "");
    await work();
    const [order, ...more] = await ordersOf(anna);
    expect(more).toEqual([]);
    expect(lastOf(anna).text).toContain(`<code>+${order?.number}</code>`);
  });

  test("nothing dearer than the price that was shown is bought", async () => {
    await givenNumbers(1_400);
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    await givenNumbers(1_900);
    expect((await press(anna, /^Buy for/)).text).toContain("above your maximum");
    expect(await ordersOf(anna)).toEqual([]);
  });

  test("no more is spent on a day than the cap that was set on the site", async () => {
    await givenNumbers(1_400);
    const anna = await givenLinkedPerson();
    await anna.call("PUT", "/telegram-chat", { ...anna.settings, dayCapKopecks: 2_000 });
    await write(anna, "telegram indonesia");
    await press(anna, /^Buy for/);
    await write(anna, "telegram indonesia");
    expect((await press(anna, /^Buy for/)).text).toMatch(/may spend 20,00.*6,00/);
    expect(await ordersOf(anna)).toHaveLength(1);
  });

  test("a refused purchase leaves the day's cap as it was", async () => {
    await givenNumbers(1_400);
    const poor = await givenLinkedPerson(0);
    await poor.call("PUT", "/telegram-chat", { ...poor.settings, dayCapKopecks: 1_400 });
    for (let time = 0; time < 2; time += 1) {
      await write(poor, "telegram indonesia");
      expect((await press(poor, /^Buy for/)).text).toContain("Insufficient funds");
    }
  });

  test("a dear number is asked for once more, and a second press of the first button is no answer", async () => {
    await givenNumbers(15_000);
    const anna = await givenLinkedPerson();
    const quoted = await write(anna, "telegram indonesia");
    const first = quoted.buttons[0]?.callback_data ?? "";
    await anna.person.press(first);
    await anna.person.press(first);
    await work();
    expect(await ordersOf(anna)).toEqual([]);
    expect(lastOf(anna).text).toContain("more than 100,00");
    await press(anna, /^Buy for/);
    expect(await ordersOf(anna)).toHaveLength(1);
  });

  test("a chat that was cut off on the site buys nothing, also with a price that it was shown before", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    const quoted = await write(anna, "telegram indonesia");
    await anna.call("DELETE", "/telegram-chat");
    await anna.person.press(quoted.buttons[0]?.callback_data ?? "");
    await work();
    expect(await ordersOf(anna)).toEqual([]);
  });

  test("a chat reaches nobody else's prices and orders", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    await write(anna, "telegram indonesia");
    const buying = lastOf(anna).buttons[0]?.callback_data ?? "";
    await press(anna, /^Buy for/);
    const cancelling = lastOf(anna).buttons[0]?.callback_data ?? "";
    const eve = await givenLinkedPerson();
    await eve.person.press(buying);
    await eve.person.press(cancelling);
    await work();
    expect(await ordersOf(eve)).toEqual([]);
    expect((await ordersOf(anna))[0]?.state).toBe("waiting");
  });

  test.each([
    [
      "that is banned from buying",
      "This account can't buy for a while",
      0,
      ({ userId }: ChatPerson) => givenStaffBan(db, userId),
    ],
    [
      "with as many open orders as it may have",
      "You've reached your limit of numbers waiting for a code",
      openLevels[0]?.openMax ?? 0,
      ({ userId }: ChatPerson) => givenOpenMax(owner, userId, null),
    ],
  ])(
    "an account %s reads so in its chat, buys and rents nothing there, and its day's cap is as before",
    async (_, words, opens, limit) => {
      const { supplierId } = await givenNumbers(1_400, 30);
      await givenRentOffer(db, { countryId: INDONESIA, count: 3, supplierId });
      const anna = await givenLinkedPerson();
      await anna.call("PUT", "/telegram-chat", { ...anna.settings, dayCapKopecks: 1_400 * (opens + 1) });
      const wish = async () => {
        await write(anna, "telegram indonesia");
        return press(anna, /^Buy for/);
      };
      for (let at = 0; at < opens; at += 1) await wish();
      await limit(anna);
      const before = await getWallet(db, anna.userId);
      // The second refusal is the same: the first one took nothing of what the chat may spend on the day.
      for (let time = 0; time < 2; time += 1) expect((await wish()).text).toContain(words);
      await anna.person.command("/rent telegram indonesia");
      await work();
      await press(anna, /^4 hours/);
      expect((await press(anna, /^Rent for/)).text).toContain(words);
      expect(await getWallet(db, anna.userId)).toEqual(before);
      expect(await ordersOf(anna)).toHaveLength(opens);
      expect(await rows(db, sql`select id from rentals where user_id = ${anna.userId}`)).toEqual([]);
    },
  );

  test("a suspended account can do nothing in its chat and is told nothing", async () => {
    await givenNumbers();
    const anna = await givenLinkedPerson();
    await execute(owner, sql`update identity_users set suspended_at = app_now() where id = ${anna.userId}`);
    expect((await write(anna, "telegram indonesia")).text).toContain("cannot act");
  });
});

test("whoever has linked no account is handed a link instead of an answer", async () => {
  await givenNumbers();
  const stranger = await givenChatPerson();
  await stranger.person.write("telegram indonesia");
  await work();
  expect(lastOf(stranger).text).toContain("Link this chat to your account first");
});
