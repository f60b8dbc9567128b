import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenStaffBan } from "#features/activations/limits/limits.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName } from "#features/catalogue/catalogue.rules.ts";
import {
  askLink,
  db,
  givenChatPerson,
  lastOf,
  owner,
  press,
  work,
  write,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

const INDONESIA = 6;
const OFFER_NAME = "Аккаунты с историей";
const CODES = ["55321", "55322", "66112"] as const;

/** What is the same in every language: names, addresses, the bot's commands, and what suppliers' SMS say. */
const unspoken = [
  env.BRAND_NAME,
  "SMS",
  "Telegram code",
  "Telegram",
  "telegram",
  /https?:\/\/\S+/g,
  /<\/?(?:b|code)>/g,
  /(?<![\w/])\/[a-z]+\b/g,
];

/** The words in Latin letters that are left. */
const foreignIn = (text: string, services: readonly string[]) =>
  services.includes(text)
    ? []
    : (unspoken.reduce<string>((left, part) => left.replaceAll(part, " "), text).match(/[a-z]+/gi) ?? []);

test("who reads Russian is spoken to in Russian from the first word to the last: links, prices, codes, rents, news, refusals", async () => {
  const { supplierId } = await givenOffer(db, { countryId: INDONESIA, count: 5, priceKopecks: 1_400 });
  await givenRentOffer(db, { countryId: INDONESIA, count: 3, supplierId });
  const anna = await givenChatPerson(100_000, "ru");
  const command = async (text: string) => {
    await anna.person.command(text);
    await work();
    return lastOf(anna);
  };
  const token = await askLink(anna);
  expect(lastOf(anna).text).toContain("Сначала привяжите этот чат к своему аккаунту");
  expect((await anna.call("POST", "/telegram-links", { token })).status).toBe(200);
  await work();
  expect(lastOf(anna).text).toContain("Этот чат привязан к вашему аккаунту");
  expect((await command("/help")).buttons.map(({ text }) => text)).toEqual([
    ...["Купить номер", "Арендовать номер", "Мои номера", "Мои аренды", "Повторить покупку", "Баланс"],
  ]);

  expect((await write(anna, "абракадабра")).text).toContain("Такого сервиса или страны нет");
  expect((await command("/buy")).text).toContain("Для чего нужен номер?");
  expect((await write(anna, "телеграм")).text).toContain("Telegram: какая страна?");
  expect((await write(anna, "индонезия")).text).toContain("Индонезия: для какого сервиса?");
  expect((await write(anna, "телеграм индонезия")).text).toMatch(/Цена: 14,00.*Баланс: 1.000,00/);
  const bought = await press(anna, /^Купить за 14,00/);
  expect(bought.text).toMatch(/Индонезия[\s\S]*Ждём SMS, осталось \d+ минут/);
  expect(bought.buttons.map(({ text }) => text)).toEqual(["Отменить", "Сообщить о блокировке"]);
  const { number } = await one<{ number: string }>(
    db,
    sql`select number from activations where user_id = ${anna.userId}`,
  );
  await givenSms(db, supplierId, number, `Telegram code ${CODES[0]}`);
  await work();
  expect(lastOf(anna).text).toContain(`Код: <code>${CODES[0]}</code>`);
  expect((await press(anna, /^Ещё один код/)).text).toMatch(/Ждём ещё один код, осталось \d+ минут/);
  await givenSms(db, supplierId, number, `Telegram code ${CODES[1]}`);
  await work();
  expect(lastOf(anna).text).toContain(`Код: <code>${CODES[1]}</code>`);
  const finished = await press(anna, /^Завершить/);
  expect([finished.text, finished.buttons[0]?.text]).toEqual([
    expect.stringContaining("Завершено."),
    "Купить ещё раз",
  ]);
  expect((await command("/numbers")).text).toContain("Завершено.");
  expect((await command("/balance")).text).toMatch(/Баланс: 986,00.*В резерве: 0,00/);

  expect((await command("/rent telegram indonesia")).text).toContain("на какой срок?");
  await press(anna, /^4 часа/);
  const rented = await press(anna, /^Арендовать за/);
  expect(rented.text).toContain("В аренде, осталось:");
  expect(rented.buttons.map(({ text }) => text)).toEqual(["Отменить аренду"]);
  const rental = await one<{ number: string; supplierId: number }>(
    db,
    sql`select number::text, supplier_id as "supplierId" from rentals where user_id = ${anna.userId}`,
  );
  await givenSms(db, rental.supplierId, rental.number, `Telegram code ${CODES[2]}`, deliverSmsToRentals);
  await work();
  expect(lastOf(anna).text).toContain(`Код: <code>${CODES[2]}</code>`);
  await command("/rentals");

  const { offerId } = await givenAccountOffer(db, { name: OFFER_NAME, count: 2 });
  const wish = { offerId, count: 2, maxTotalKopecks: null, idempotencyKey: randomUUID() };
  await buyReadyAccounts(db, { ...wish, userId: anna.userId, channel: "site" });
  await work();
  expect(lastOf(anna).text).toMatch(/Выдано 2 аккаунта.*показано только на сайте/);

  await givenStaffBan(db, anna.userId);
  await write(anna, "телеграм индонезия");
  expect((await press(anna, /^Купить за/)).text).toContain("Покупка для этого аккаунта временно остановлена");
  await anna.call("PUT", "/telegram-chat", { ...anna.settings, dayCapKopecks: 0 });
  await write(anna, "телеграм индонезия");
  expect((await press(anna, /^Купить за/)).text).toContain("В этом чате можно тратить 0,00");
  await execute(owner, sql`update identity_users set suspended_at = app_now() where id = ${anna.userId}`);
  expect((await write(anna, "телеграм")).text).toContain("Ваш аккаунт сейчас ограничен");
  await execute(owner, sql`update identity_users set suspended_at = null where id = ${anna.userId}`);
  expect((await command("/unlink")).text).toContain("Этот чат больше не привязан");

  const said = anna.person.heard().flatMap(({ text, buttons }) => [text, ...buttons.map((one) => one.text)]);
  expect(said.length).toBeGreaterThan(40);
  const services = (await readCatalogue(db)).services.map((service) => serviceName(service, "ru"));
  expect(said.flatMap((text) => foreignIn(text, services))).toEqual([]);
  const addresses = said.flatMap((text) => text.match(/https?:\/\/\S+/g) ?? []);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(address).toMatch(/^https?:\/\/[^/]+\/ru\//);
});
