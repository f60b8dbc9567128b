import { access, constants, rm } from "node:fs/promises";
import path from "node:path";
import { type Config, incomingFolder } from "#app/_partner-agent/config.ts";
import { type Answer, Platform, problemOf } from "#app/_partner-agent/delivery/platform.ts";
import { DinstarGateway, type DinstarLogin } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import { findRunningSmsd, type GammuModem, listGammuModems } from "#app/_partner-agent/inputs/gammu-files.ts";
import { listModemManagerModems } from "#app/_partner-agent/inputs/modem-manager.ts";
import { Numbers } from "#app/_partner-agent/modems/numbers.ts";
import { say } from "#app/_partner-agent/print.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { isThere, makeFolder, writeDurably } from "#app/_partner-agent/storage/disk.ts";

/** Clocks that differ by more than this confuse every time that is shown. */
const CLOCK_MS = 60_000;

type Check = { readonly title: string; run(): Promise<string> };

/** Tries everything that `run` needs and says what is wrong and how it is mended. Exit code 1 when something is. */
export async function testSetup(config: Config): Promise<number> {
  const platform = new Platform(config);
  const checks: Check[] = [
    { title: "data folder", run: () => checkFolder(config.dataFolder) },
    { title: "platform", run: () => checkAnswer(platform.ping(), "answers") },
    { title: "key", run: () => checkKey(platform) },
    { title: "clock", run: () => checkClock(platform) },
    { title: "table of numbers", run: () => checkTable(config.dataFolder) },
    ...(config.gammu ? await gammuChecks(config, config.gammu.folder) : []),
    ...(config.modemManager ? [modemManagerCheck(config.modemManager.program)] : []),
    ...(config.dinstar?.gateways.map(dinstarCheck) ?? []),
  ];
  let faults = 0;
  for (const { title, run } of checks) {
    try {
      say(`ok     ${title}: ${await run()}`);
    } catch (error) {
      faults += 1;
      say(`WRONG  ${title}: ${explain(error)}`);
    }
  }
  say(faults === 0 ? "Everything is ready." : `${faults} to mend.`);
  return faults === 0 ? 0 : 1;
}

async function checkFolder(dataFolder: string): Promise<string> {
  await makeFolder(dataFolder);
  const file = path.join(dataFolder, "written-by-test");
  await writeDurably(file, "");
  await rm(file);
  return `${dataFolder} can be written`;
}

async function checkAnswer(call: Promise<Answer>, words: string): Promise<string> {
  const answer = await call;
  if (!answer.isSuccess) throw new Problem(problemOf(answer));
  return words;
}

/** A new partner's sale is paused until its self-test is passed: only a known key is told so. */
async function checkKey(platform: Platform): Promise<string> {
  const answer = await platform.checkWork([]);
  if (answer.error === "ACCOUNT_BLOCKED")
    return "is right; your sale is paused: start the program, then run the self-test in the cabinet";
  return checkAnswer(Promise.resolve(answer), "is right");
}

async function checkClock({ clockAheadMs }: Platform): Promise<string> {
  if (clockAheadMs === null) return "not compared";
  if (Math.abs(clockAheadMs) > CLOCK_MS)
    throw new Problem(
      `it differs by ${Math.round(Math.abs(clockAheadMs) / 1_000)} s: turn on time synchronisation`,
    );
  return "is right";
}

async function checkTable(dataFolder: string): Promise<string> {
  const numbers = new Numbers(dataFolder);
  await numbers.reload();
  if (numbers.rows.length === 0) throw new Problem("it is empty: fill it with import FILE.csv");
  return `${numbers.rows.length} numbers`;
}

async function gammuChecks(config: Config, folder: string): Promise<Check[]> {
  const modems = await listGammuModems(folder);
  if (modems.length === 0)
    return [
      {
        title: "gammu-smsd",
        run: () => Promise.reject(new Problem(`${folder} has no <modem>.conf: see the command gammu-conf`)),
      },
    ];
  const running = await findRunningSmsd();
  return modems.map((modem) => ({
    title: `modem ${modem.name}`,
    run: () => checkGammu(modem, incomingFolder(config.dataFolder), running),
  }));
}

function modemManagerCheck(program: string): Check {
  return {
    title: "ModemManager",
    run: async () => `lists ${(await listModemManagerModems(program)).length} modems`,
  };
}

function dinstarCheck({ name, ...login }: DinstarLogin & { readonly name: string }): Check {
  return {
    title: `gateway ${name}`,
    run: async () => {
      await new DinstarGateway(login).call("GET", "/api/get_port_info?info_type=reg");
      return "answers, and its login is right";
    },
  };
}

async function checkGammu(
  { file, device, service, runOnReceive }: GammuModem,
  incoming: string,
  running: ReadonlyMap<string, number> | null,
): Promise<string> {
  if (service.toLowerCase() !== "null") throw new Problem(`${file}: write service = null`);
  if (!/\shook\s/.test(runOnReceive) || !runOnReceive.includes(incoming))
    throw new Problem(`${file}: RunOnReceive ends with: hook ${incoming}`);
  if (!(await isThere(device))) throw new Problem(`its device ${device} is not there: is it plugged in?`);
  await access(device, constants.R_OK | constants.W_OK).catch(() => {
    throw new Problem(`its device ${device} may not be used by this user: add it to the group dialout`);
  });
  if (running && !running.has(path.resolve(file)))
    throw new Problem(
      `gammu-smsd does not run for it: systemctl enable --now sms-den-modem@${path.basename(file, ".conf")}`,
    );
  return "is there, and gammu-smsd runs";
}
