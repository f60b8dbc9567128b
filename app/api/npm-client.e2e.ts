import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { smsActivateClient } from "#lib/testing/sms-activate-client.ts";

/** A bot as it is, on the default start: its code comes from the SIM bank through the partners' protocol. */
const INDONESIA = 6;
const SILENT_COUNTRY = 8;

type Demo = { api: { url: string; key: string } };
const { api } = JSON.parse(readFileSync(process.env.JOURNEY_DEMO_FILE ?? ".data/demo.json", "utf8")) as Demo;

test("the client sms-activate from npm buys a number, gets its code, and cancels another one", async () => {
  const bot = smsActivateClient(api.url, api.key);
  const bought = await bot.getNumber("tg", INDONESIA);
  const { id } = bought as { id: number };
  await expect.poll(() => bot.getCode(id), { timeout: 30_000 }).toMatch(/^\d{4,}$/);
  expect(await bot.setStatus(id, 6)).toBe("ACCESS_ACTIVATION");

  const before = await bot.getBalance();
  const other = await bot.getNumber("tg", SILENT_COUNTRY);
  expect(await bot.getBalance()).toBeLessThan(before as number);
  expect(await bot.setStatus((other as { id: number }).id, 8)).toBe("ACCESS_CANCEL");
  expect(await bot.getBalance()).toBe(before);
});
