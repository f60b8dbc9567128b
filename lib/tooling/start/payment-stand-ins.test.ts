import { expect, test } from "vitest";
import { JourneyStandIns } from "#lib/testing/journey-stand-ins.ts";
import {
  chooseStandInPorts,
  defaultStartSettings,
  standInSettings,
} from "#lib/tooling/start/payment-stand-ins.ts";

test("the product under test is given the keys and addresses of the journeys' stand-ins, each on a port of its own", async () => {
  const ports = await chooseStandInPorts();
  const standIns = new JourneyStandIns();
  const names = standIns.providers.map(([provider]) => provider);
  expect(Object.keys(ports)).toEqual([...names, "tron"]);
  expect(new Set(Object.values(ports)).size).toBe(names.length + 1);
  await standIns.start(ports);
  const all = [...standIns.providers.map(([, standIn]) => standIn), standIns.tron];
  expect(standInSettings(ports)).toEqual(
    Object.assign({}, ...all.map((standIn) => standIn.settingsAt(standIn.url))),
  );
  for (const [provider, standIn] of standIns.providers) expect(standIns.at(standIn.url)?.[0]).toBe(provider);
  await standIns.stop();
  await standIns.start(ports);
  await standIns.stop();
});

test("the default start leaves a provider of which its caller names anything to the caller", () => {
  const url = "http://127.0.0.1:9";
  const all = defaultStartSettings(url, {});
  expect(all).toMatchObject({
    NOWPAYMENTS_URL: `${url}/nowpayments`,
    CRYPTOMUS_URL: `${url}/cryptomus`,
    BTCPAY_URL: `${url}/btcpay`,
    TRONGRID_URL: `${url}/tron`,
  });
  expect(Object.keys(all).filter((name) => /^(STRIPE|PAYPAL|TEST_GATEWAY)_/.test(name))).toEqual([]);
  const left = defaultStartSettings(url, { BTCPAY_URL: "https://btcpay.example.com" });
  expect(Object.keys(left)).toEqual(Object.keys(all).filter((name) => !name.startsWith("BTCPAY_")));
});
