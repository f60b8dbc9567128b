import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "#app/_partner-agent/config.ts";
import { parseTable, writeTable } from "#app/_partner-agent/modems/number-table.ts";
import { givenFolder } from "#app/_partner-agent/stand-in-platform.factory.ts";

function givenFile(text: string): string {
  const file = path.join(givenFolder(), "config.json");
  writeFileSync(file, text);
  return file;
}

const right = { url: "https://smsden.example/", key: "k", inputs: { gammu: {} } };

it("a configuration of address, key and input is enough, and the rest has its usual values", async () => {
  expect(await readConfig(givenFile(JSON.stringify(right)))).toEqual({
    url: "https://smsden.example",
    key: "k",
    dataFolder: "/var/lib/sms-den-modems",
    gammu: { folder: "/etc/sms-den-modems/gammu" },
    modemManager: null,
    http: null,
    goip: null,
    ejoin: null,
    dinstar: null,
    logTexts: false,
    keepSentHours: 24,
    settleSeconds: 5,
  });
});

it("everything that is wrong in a configuration is named at once", async () => {
  const wrong = {
    url: "http://smsden.example",
    keyfile: "/x",
    dataFolder: "data",
    inputs: {
      ...{ http: { port: "80" }, goip: { port: 70_000 }, skyline: {} },
      ...{ ejoin: { token: "short" }, dinstar: { gateways: [{ name: "a/b", url: "http://10.0.0.2/x" }] } },
    },
    logTexts: "yes",
  };
  const problem = await readConfig(givenFile(JSON.stringify(wrong))).catch((error: Error) => error.message);
  for (const words of [
    '"keyfile" is not known; there are url, key, keyFile',
    '"inputs.skyline" is not known; there are gammu, modemManager, http, goip, ejoin, dinstar',
    '"inputs.ejoin.token" is not 16 to 100 letters',
    '"inputs.dinstar.gateways[0].name" is not up to 30 letters',
    '"inputs.dinstar.gateways[0].url" is "http://10.0.0.2/x"',
    '"inputs.dinstar.gateways[0].password" is missing',
    "over http: anybody on the way could read the key",
    'exactly one of "keyFile"',
    '"dataFolder" is "data": write the whole path from /',
    '"inputs.http.port" is no whole number from 0 to 65535',
    '"inputs.goip.port" is no whole number from 0 to 65535',
    '"inputs.goip.password" is missing',
    '"logTexts" is neither true nor false',
  ])
    expect(problem).toContain(words);
});

it.each([
  ["that is missing", null, "is missing"],
  ["that is no JSON", "{ url: 1 }", "is not JSON"],
  ["that is a list", "[]", "begins with { and ends with }"],
  ["without an input", JSON.stringify({ ...right, inputs: {} }), "nothing would be received"],
  [
    "whose key file is missing",
    JSON.stringify({ ...right, key: undefined, keyFile: "/no/key" }),
    "/no/key is missing",
  ],
])("a configuration %s is refused with the remedy", async (_, text, words) => {
  const file = text === null ? "/no/such/config.json" : givenFile(text);
  await expect(readConfig(file)).rejects.toThrow(words);
});

it("a table is read as spreadsheets write it, and is the same after it was written", () => {
  const text =
    '\uFEFF"SIM";Number;Country;Operator;Services;Rent\r\n8962100000000000001F;+628110000001;indonesia;;"tg wa";Yes\r\n\r\nmodem-2;628110000002;indonesia;telkomsel;;\r\n';
  const rows = parseTable(text, "sims.csv");
  expect(rows).toEqual([
    {
      sim: "8962100000000000001",
      number: 628110000001,
      country: "indonesia",
      operator: "any",
      services: ["tg", "wa"],
      rent: true,
    },
    {
      sim: "modem-2",
      number: 628110000002,
      country: "indonesia",
      operator: "telkomsel",
      services: null,
      rent: false,
    },
  ]);
  expect(parseTable(writeTable(rows), "numbers.csv")).toEqual(rows);
});

it("every wrong line of a table is named with what belongs there", () => {
  const text = [
    "sim,number,country,rent",
    "m 1,628110000001,indonesia,",
    "m2,0812,indonesia,",
    "m3,628110000003,Indonesia!,",
    "m4,628110000004,indonesia,maybe",
    "m5,628110000005,indonesia,yes,more",
    "m6,628110000006,indonesia,",
    "m6,628110000006,indonesia,",
  ].join("\n");
  expect(() => parseTable(text, "sims.csv")).toThrow(
    [
      'sims.csv, line 2: sim is "m 1": write the IMSI, the ICCID or the modem\'s name',
      'sims.csv, line 3: number is "0812": write 7 to 15 digits with the country code',
      'sims.csv, line 4: country is "Indonesia!": write its name as the cabinet lists it, such as indonesia',
      'sims.csv, line 5: rent is "maybe": write yes or no',
      "sims.csv, line 6: has more cells than the heading",
      "sims.csv: sim m6 occurs twice",
      "sims.csv: number 628110000006 occurs twice",
      "Nothing was changed.",
    ].join("\n"),
  );
  expect(() => parseTable("imsi,phone\n1,2", "sims.csv")).toThrow("Missing: sim, number, country");
});
