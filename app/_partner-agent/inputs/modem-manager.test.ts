import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { givenPorts } from "#app/_partner-agent/inputs/input-ports.factory.ts";
import { askModemManagerUssd, ModemManagerInput } from "#app/_partner-agent/inputs/modem-manager.ts";
import { givenFolder } from "#app/_partner-agent/stand-in-platform.factory.ts";

const MODEM = "/org/freedesktop/ModemManager1/Modem/0";
const IMEI = "862032045299211";

/** A program that answers as mmcli -J does, out of a folder: modem.json, sim.json and sms/<number>.json. */
function givenMmcli() {
  const folder = givenFolder();
  const program = path.join(folder, "mmcli");
  mkdirSync(path.join(folder, "sms"));
  writeFileSync(
    program,
    `#!/bin/sh
cd "${folder}"
case "$*" in
  "-L -J") if [ -e modem.json ]; then echo '{"modem-list":["${MODEM}"]}'; else echo '{"modem-list":[]}'; fi ;;
  "-m ${MODEM} -J") cat modem.json ;;
  "-i /sim/0 -J") cat sim.json ;;
  "-m ${MODEM} --messaging-list-sms -J") list=$(ls sms | sed 's|.*|"/sms/&"|' | paste -sd, -); echo "{\\"modem.messaging.sms\\":[$list]}" ;;
  "-s /sms/"*) cat "sms/\${2#/sms/}" ;;
  "-m ${MODEM} --messaging-delete-sms="*) rm "sms/\${3#--messaging-delete-sms=/sms/}" ;;
  "-m ${IMEI} --3gpp-ussd-initiate=*123#") echo "USSD session initiated; new reply from network: 'Your number is 628110000001'" ;;
  *) echo "error: couldn't find modem" >&2; exit 1 ;;
esac
`,
  );
  chmodSync(program, 0o755);
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  const plugIn = (sim = "/sim/0", registration = "home") =>
    write("modem.json", {
      modem: {
        "3gpp": { "registration-state": registration },
        generic: { "equipment-identifier": IMEI, sim, "signal-quality": { recent: "yes", value: "69" } },
      },
    });
  write("sim.json", { sim: { properties: { iccid: "8962100000000000001", imsi: "510010000000001" } } });
  const sms = (text: string, state = "received", number = "Telegram") => ({
    sms: {
      content: { data: "--", number, text },
      properties: { state, timestamp: "2026-01-01T12:00:00+00" },
    },
  });
  const receive = (name: string, ...told: Parameters<typeof sms>) => write(`sms/${name}`, sms(...told));
  return { folder, program, plugIn, receive, kept: () => readdirSync(path.join(folder, "sms")) };
}

async function givenInput(program: string) {
  const ports = givenPorts();
  const input = new ModemManagerInput({ program, lookEveryMs: 20 }, ports);
  await input.start();
  onTestFinished(() => input.stop());
  return ports;
}

it("a modem is seen with card, signal and network, and one without a card is gone", async () => {
  const { program, plugIn } = givenMmcli();
  plugIn();
  const ports = await givenInput(program);
  await expect
    .poll(() => ports.seen[0], { timeout: 30_000 })
    .toEqual([
      `mm-${IMEI}`,
      { imsi: "510010000000001", iccid: "8962100000000000001", signalPercent: 69, isRegistered: true },
    ]);
  plugIn("/sim/0", "searching");
  await expect.poll(() => ports.seen.at(-1)?.[1].isRegistered, { timeout: 30_000 }).toBe(false);
  plugIn("--");
  await expect.poll(() => ports.lost[0], { timeout: 30_000 }).toEqual([`mm-${IMEI}`, "it has no SIM card"]);
});

it("an SMS is deleted in the modem only when it is kept, and one whose parts are on their way is waited for", async () => {
  const { program, plugIn, receive, kept } = givenMmcli();
  plugIn();
  receive("1", "code 48291");
  receive("2", "half", "receiving");
  const ports = await givenInput(program);
  await expect.poll(kept, { timeout: 30_000 }).toEqual(["2"]);
  ports.isDiskFull = true;
  receive("3", "code 777");
  await expect.poll(() => ports.warnings.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(kept()).toEqual(["2", "3"]);
  ports.isDiskFull = false;
  receive("2", "half and half");
  await expect.poll(kept, { timeout: 30_000 }).toEqual([]);
  expect(ports.taken.map(({ text }) => text).sort()).toEqual(["code 48291", "code 777", "half and half"]);
  expect(ports.taken[0]).toMatchObject({ modem: `mm-${IMEI}`, from: "Telegram" });
});

it("a modem that ModemManager no longer lists is gone", async () => {
  const { program, plugIn, folder } = givenMmcli();
  plugIn();
  const ports = await givenInput(program);
  await expect.poll(() => ports.seen.length, { timeout: 30_000 }).toBeGreaterThan(0);
  rmSync(path.join(folder, "modem.json"));
  await expect
    .poll(() => ports.lost.at(-1), { timeout: 30_000 })
    .toEqual([`mm-${IMEI}`, expect.stringContaining("list")]);
});

it("where ModemManager is not there, the start says what to install", async () => {
  const input = new ModemManagerInput({ program: "/no/such/mmcli" }, givenPorts());
  await expect(input.start()).rejects.toThrow("apt-get install modemmanager");
});

it("a USSD code is answered by the network, and a modem that is not there is said", async () => {
  const { program } = givenMmcli();
  expect(await askModemManagerUssd(program, IMEI, "*123#")).toContain("Your number is 628110000001");
  await expect(askModemManagerUssd(program, "1", "*123#")).rejects.toThrow("couldn't find modem");
});
