import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { askUssd } from "#app/_partner-agent/commands/ussd.ts";
import { incomingFolder } from "#app/_partner-agent/config.ts";
import { RunningAgent } from "#app/_partner-agent/running-agent.ts";
import {
  givenConfig,
  givenFolder,
  givenPlatform,
  M2,
  type StandInPlatform,
  until,
} from "#app/_partner-agent/stand-in-platform.factory.ts";

const PROGRAM = path.join(import.meta.dirname, "main.ts");
const M1 = 628110000001;
const isInstalled = ["gammu", "gammu-smsd", "gammu-smsd-monitor"].every(
  (name) => spawnSync("/bin/sh", ["-c", `command -v ${name}`]).status === 0,
);

/** A modem of gammu's dummy driver: a folder. */
class DummyModem {
  readonly name: string;
  readonly file: string;
  readonly device: string;
  #smsd: ChildProcess | null = null;

  constructor(folder: string, name: string, incoming: string) {
    this.name = name;
    this.file = path.join(folder, `${name}.conf`);
    this.device = path.join(folder, `device-${name}`);
    mkdirSync(this.device);
    const hook = `${process.execPath} ${PROGRAM} hook ${incoming}`;
    const gammu = `[gammu]\nmodel = dummy\nconnection = none\ndevice = ${this.device}\n`;
    const smsd = `[smsd]\nservice = null\nPhoneID = ${name}\nRunOnReceive = ${hook}\nLoopSleep = 1\nReceiveFrequency = 1\n`;
    writeFileSync(this.file, gammu + smsd);
  }

  start(): void {
    const smsd = spawn("gammu-smsd", ["-c", this.file], { stdio: "ignore" });
    this.#smsd = smsd;
    onTestFinished(() => {
      smsd.kill("SIGKILL");
    });
  }

  kill(): Promise<void> {
    return new Promise((resolve) => {
      this.#smsd?.once("exit", () => resolve());
      this.#smsd?.kill("SIGKILL");
    });
  }

  receive(text: string, more: string[] = []): void {
    const words = ["-folder", "1", "-unread", "-sender", "Telegram", ...more, "-text", text];
    execFileSync("gammu", ["-c", this.file, "savesms", "TEXT", ...words], { stdio: "ignore" });
  }
}

const textsOf = (platform: StandInPlatform, phone: number) =>
  [...platform.taken.values()].filter((sms) => sms.phone === phone).map(({ text }) => text);
const log = { info: () => {}, warn: () => {} };

it("gammu-smsd's SMS arrive once each: of three parts, a second one, after a killed gammu-smsd and while the program was down", {
  timeout: 300_000,
}, async (context) => {
  if (!isInstalled) return context.skip("gammu-smsd is not installed: apt-get install gammu gammu-smsd");
  const platform = await givenPlatform();
  const folder = givenFolder();
  const config = {
    ...givenConfig(platform.url, { http: null, gammu: { folder } }),
  };
  writeFileSync(
    path.join(config.dataFolder, "numbers.csv"),
    `sim,number,country\nm1,${M1},indonesia\nm2,${M2},indonesia\n`,
  );
  const incoming = incomingFolder(config.dataFolder);
  mkdirSync(incoming);
  const [m1, m2] = [new DummyModem(folder, "m1", incoming), new DummyModem(folder, "m2", incoming)];
  let agent = new RunningAgent(config, log, { retryMs: 50 });
  onTestFinished(() => agent.stop());
  await agent.start();
  for (const modem of [m1, m2]) modem.start();
  await until(() => platform.online.size === 2, "both are on sale");
  await until(
    () => agent.status().modems.every(({ imsi, signalPercent }) => imsi !== null && signalPercent !== null),
    "gammu-smsd has told card and signal",
  );

  const long = "Код подтверждения 48291. ".repeat(8).trim();
  m1.receive(long, ["-len", "600", "-unicode"]);
  m2.receive("code 1");
  await until(() => platform.taken.size === 2, "both SMS arrived");
  m2.receive("code 2");
  await until(() => platform.taken.size === 3, "the second code arrived");
  expect(textsOf(platform, M1)).toEqual([long]);
  expect(textsOf(platform, M2)).toEqual(["code 1", "code 2"]);

  await m1.kill();
  await until(() => !platform.online.has(M1), "a killed gammu-smsd takes its number off sale");
  expect(platform.online.has(M2)).toBe(true);
  m1.receive("while gammu-smsd was dead");
  // One that starts within a second of another's end gives up.
  await pause(1_500);
  m1.start();
  await until(() => textsOf(platform, M1).length === 2, "it arrived after the restart");

  await agent.stop();
  m2.receive("while the program was down");
  await pause(3_000);
  agent = new RunningAgent(config, log, { retryMs: 50 });
  await agent.start();
  await until(() => textsOf(platform, M2).length === 3, "it arrived after the start");
  await until(() => platform.online.size === 2, "both are on sale again");
  renameSync(m2.device, `${m2.device}-unplugged`);
  await until(() => !platform.online.has(M2), "a modem that is pulled out takes its number off sale");
  expect(textsOf(platform, M1)).toEqual([long, "while gammu-smsd was dead"]);
  expect(textsOf(platform, M2)).toEqual(["code 1", "code 2", "while the program was down"]);
  expect(platform.pushed).toHaveLength(5);
});

it("a card is asked for its number by a code, but not while gammu-smsd has the modem", {
  timeout: 120_000,
}, async (context) => {
  if (!isInstalled) return context.skip("gammu-smsd is not installed: apt-get install gammu gammu-smsd");
  const folder = givenFolder();
  const config = givenConfig("http://127.0.0.1:9", { gammu: { folder } });
  const modem = new DummyModem(folder, "m1", incomingFolder(config.dataFolder));
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await askUssd(config, "m1", "*123#")).toBe(0);
  expect(printed.mock.calls.join("")).toContain("Reply for *123#");
  printed.mockRestore();
  await expect(askUssd(config, "m2", "*123#")).rejects.toThrow('"m2" is no modem');
  await expect(askUssd(config, "m1", "123; rm -r /")).rejects.toThrow("is no code such as *123#");
  modem.start();
  await expect
    .poll(() => askUssd(config, "m1", "*123#").catch((error: Error) => error.message), { timeout: 60_000 })
    .toContain("systemctl stop sms-den-modem@m1");
});
