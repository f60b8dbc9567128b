import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { importTable } from "#app/_partner-agent/commands/import-table.ts";
import { replay } from "#app/_partner-agent/commands/replay.ts";
import { run } from "#app/_partner-agent/commands/run.ts";
import { testSetup } from "#app/_partner-agent/commands/self-test.ts";
import { showStatus } from "#app/_partner-agent/commands/status.ts";
import { showGammuConf, showUnits } from "#app/_partner-agent/commands/templates.ts";
import { askUssd } from "#app/_partner-agent/commands/ussd.ts";
import { DEFAULT_CONFIG_FILE, readConfig } from "#app/_partner-agent/config.ts";
import { recordGammuSms } from "#app/_partner-agent/inputs/gammu-hook.ts";
import { complain, say } from "#app/_partner-agent/print.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { VERSION } from "#app/_partner-agent/version.ts";

const HELP = `SMS Den modems ${VERSION}: puts the numbers of your modems on sale and delivers their SMS.

  run                          works until it is stopped
  status [--json]              what runs, each modem's health, what waits
  test                         tries everything that run needs, and says what to mend
  import FILE.csv [--force]    replaces the table of numbers: sim,number,country,operator,services,rent
  replay [--sent-since 2h]     pushes again what was refused for good, or what was sent since then
  ussd MODEM CODE              sends a code such as *123# and prints what the network answers
  gammu-conf NAME DEVICE       prints gammu-smsd's configuration for a modem
  units                        prints the systemd units
  hook FOLDER                  what gammu-smsd runs at every SMS

  --config FILE                ${DEFAULT_CONFIG_FILE} when left out`;

const options = {
  config: { type: "string", default: DEFAULT_CONFIG_FILE },
  json: { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  "sent-since": { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

async function runCommand(args: string[]): Promise<number> {
  // gammu-smsd adds words of its own behind the folder.
  if (args[0] === "hook") return hook(args[1]);
  const { values, positionals } = parse(args);
  const [command, ...words] = positionals;
  if (values.version) return print(VERSION);
  if (values.help || command === undefined) return print(HELP);
  const work = {
    run: (config: Awaited<ReturnType<typeof readConfig>>) => run(config),
    status: (config) => showStatus(config, values.json),
    test: (config) => testSetup(config),
    import: (config) => importTable(config, needed(words[0], "import FILE.csv"), values.force),
    replay: (config) => replay(config, values["sent-since"]),
    units: (config) => showUnits(config, values.config),
    ussd: (config) =>
      askUssd(config, needed(words[0], "ussd MODEM CODE"), needed(words[1], "ussd MODEM CODE")),
    "gammu-conf": (config) => {
      const usage = "gammu-conf NAME DEVICE";
      return showGammuConf(config, needed(words[0], usage), needed(words[1], usage));
    },
  } satisfies Record<string, (config: Awaited<ReturnType<typeof readConfig>>) => number | Promise<number>>;
  if (!Object.hasOwn(work, command)) throw new Problem(`There is no command "${command}".\n\n${HELP}`);
  const config = await readConfig(values.config);
  if (writing.has(command)) await mustOwnData(config.dataFolder);
  return work[command as keyof typeof work](config);
}

const writing: ReadonlySet<string> = new Set(["run", "test", "import", "replay"]);

/** What another user writes there, the running program could not read. */
async function mustOwnData(dataFolder: string): Promise<void> {
  const state = await stat(dataFolder).catch(() => null);
  if (!state || process.getuid === undefined || state.uid === process.getuid()) return;
  throw new Problem(
    `${dataFolder} belongs to another user: put "sudo -u sms-den-modems" (or who it belongs to) before it.`,
  );
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Problem(`${(error as Error).message}\n\n${HELP}`);
  }
}

async function hook(folder: string | undefined): Promise<number> {
  await recordGammuSms(needed(folder, "hook FOLDER"), process.env);
  return 0;
}

function needed(word: string | undefined, usage: string): string {
  if (word === undefined || word === "") throw new Problem(`Write it so: ${usage}`);
  return word;
}

function print(text: string): number {
  say(text);
  return 0;
}

runCommand(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(explain(error));
    process.exitCode = 1;
  },
);
