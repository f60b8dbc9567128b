import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";
import { askByClient, smsActivateClient } from "#lib/testing/sms-activate-client.ts";

/** A bot as it is, on the default start: its code comes from the SIM bank through the partners' protocol. */
const INDONESIA = 6;
const SILENT_COUNTRY = 8;

const botOf = ({ apiKey }: JourneyPerson) => smsActivateClient(demo.api.url, apiKey);

test("the client sms-activate from npm buys a number, gets its code, and cancels another one", async ({
  newPerson,
}) => {
  const bot = botOf(await newPerson());
  const bought = await bot.getNumber("tg", INDONESIA);
  const { id } = bought as { id: number };
  await expect.poll(() => bot.getCode(id)).toMatch(/^\d{4,}$/);
  expect(await bot.setStatus(id, 6)).toBe("ACCESS_ACTIVATION");

  const before = await bot.getBalance();
  const other = await bot.getNumber("tg", SILENT_COUNTRY);
  expect(await bot.getBalance()).toBeLessThan(before as number);
  expect(await bot.setStatus((other as { id: number }).id, 8)).toBe("ACCESS_CANCEL");
  expect(await bot.getBalance()).toBe(before);
});

test("the same client rents a number, extends it, gets its SMS, and cancels another one", async ({
  newPerson,
}) => {
  const bot = botOf(await newPerson());
  const rent = (country: number) =>
    askByClient(bot, "getRentNumber", { service: "tg", country, rent_time: 4 });
  const rented = await rent(INDONESIA);
  expect(rented).toMatchObject({
    status: "success",
    phone: { number: expect.stringMatching(/^\d{8,15}$/) },
  });
  const id = rented.phone?.id ?? 0;
  expect((await askByClient(bot, "getRentList")).values).toMatchObject({ 0: { id: String(id) } });

  const told = await askByClient(bot, "continueRentInfo", { id, hours: 4 });
  expect(told.price).toBeGreaterThan(0);
  const extended = await askByClient(bot, "continueRentNumber", { id, rent_time: 4 });
  const grown = Date.parse(`${extended.phone?.endDate}Z`) - Date.parse(`${rented.phone?.endDate}Z`);
  expect(grown).toBe(4 * 3_600_000);
  await expect.poll(async () => (await askByClient(bot, "getRentStatus", { id })).status).toBe("success");
  expect(await askByClient(bot, "setRentStatus", { id, status: 1 })).toEqual({ status: "success" });

  const before = await bot.getBalance();
  const other = (await rent(SILENT_COUNTRY)).phone?.id ?? 0;
  expect(await bot.getBalance()).toBeLessThan(before as number);
  expect(await askByClient(bot, "setRentStatus", { id: other, status: 2 })).toEqual({ status: "success" });
  expect(await bot.getBalance()).toBe(before);
});
