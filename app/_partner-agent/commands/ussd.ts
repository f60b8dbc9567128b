import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Config } from "#app/_partner-agent/config.ts";
import { DinstarGateway } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import { askDinstarUssd } from "#app/_partner-agent/inputs/dinstar-ussd.ts";
import { findRunningSmsd, listGammuModems } from "#app/_partner-agent/inputs/gammu-files.ts";
import { askModemManagerUssd } from "#app/_partner-agent/inputs/modem-manager.ts";
import { say } from "#app/_partner-agent/print.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";

const USSD_MS = 60_000;
const run = promisify(execFile);

/**
 * Sends a code such as `*123#` from a modem and prints what the network answers: how a card's own number or balance is found. Throws a
 * Problem when the modem is none of the configuration's, or nothing is answered.
 */
export async function askUssd(config: Config, modem: string, code: string): Promise<number> {
  if (!/^[*#][0-9*#]{1,58}#?$/.test(code)) throw new Problem(`"${code}" is no code such as *123#.`);
  say(await askNetwork(config, modem, code));
  return 0;
}

async function askNetwork(config: Config, modem: string, code: string): Promise<string> {
  const dinstar = /^(.+)-(\d{1,2})$/.exec(modem);
  const login = config.dinstar?.gateways.find(({ name }) => name === dinstar?.[1]);
  if (login) return askDinstarUssd(new DinstarGateway(login), Number(dinstar?.[2]), code);
  if (config.modemManager && modem.startsWith("mm-"))
    return askModemManagerUssd(config.modemManager.program, modem.slice("mm-".length), code);
  const modems = config.gammu ? await listGammuModems(config.gammu.folder) : [];
  const found = modems.find(({ name }) => name === modem);
  if (found) return askGammu(found.file, modem, code);
  throw new Problem(
    `"${modem}" is no modem of gammu-smsd, ModemManager or a Dinstar gateway: see status. Other SIM banks send codes from pages of their own.`,
  );
}

/** gammu needs the device for itself. */
async function askGammu(file: string, modem: string, code: string): Promise<string> {
  if ((await findRunningSmsd())?.has(path.resolve(file)))
    throw new Problem(
      `gammu-smsd uses the modem: systemctl stop sms-den-modem@${modem}, ask, and start it again.`,
    );
  try {
    const { stdout } = await run("gammu", ["-c", file, "getussd", code], { timeout: USSD_MS });
    return stdout.trim();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Problem(`${modem} has no answer to ${code}: ${stderr?.trim() || explain(error)}`);
  }
}
