import { spawn } from "node:child_process";
import { realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { kopecks, roublesText } from "#lib/money/kopecks.ts";
import { watchLaunchers } from "#lib/tooling/ancestors.ts";
import { buildPages, isBuilt } from "#lib/tooling/build.ts";
import { requireSupportedVersion } from "#lib/tooling/database-version.ts";
import {
  choosePrivatePorts,
  demoLogins,
  listServices,
  loopbackUrl,
  type StartFacts,
  startEnvironment,
} from "#lib/tooling/default-start.ts";
import { writeFileWhole } from "#lib/tooling/files.ts";
import { probePort } from "#lib/tooling/ports.ts";
import { type Postgres, startPostgres } from "#lib/tooling/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres-home.ts";
import { explain, Problem } from "#lib/tooling/problem.ts";
import { findProcess, isRunning } from "#lib/tooling/process-identity.ts";
import { endOrphans, readRunFile, removeRunFile, writeRunFile } from "#lib/tooling/run-file.ts";
import { getSecrets } from "#lib/tooling/secrets.ts";
import { Supervisor } from "#lib/tooling/supervisor.ts";
import { complain, say, secondsText } from "#lib/tooling/terminal.ts";

const ROOT = realpathSync(path.join(import.meta.dirname, "..", ".."));
const READY_WITHIN_MS = 90_000;
const CRASHES_BEFORE_READY = 4;
const DATABASE_LOOK_EVERY_MS = 2_000;
const FORMER_RUN_ENDS_WITHIN_MS = 25_000;
const FORMER_RUN_NOTICES_WITHIN_MS = 2_500;

const startedMs = performance.now();
/** What must be stopped, in this order. */
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | null = null;

process.on("SIGINT", () => void stop("Stopping"));
process.on("SIGTERM", () => void stop("Stopping"));
process.on("SIGHUP", () => void stop("Stopping"));
watchLaunchers(() => void stop("The command that started this is gone; stopping"));

try {
  await start();
} catch (error) {
  if (!stopping) {
    complain(explain(error));
    await stop(null, 1);
  }
}

function stop(message: string | null, exitCode = 0): Promise<void> {
  stopping ??= (async () => {
    if (message) say(message);
    for (const step of stops) await step().catch((error: unknown) => complain(explain(error)));
    if (message) say("Stopped");
    process.exit(exitCode);
  })();
  return stopping;
}

/** A signal during the preparations: leave at the next step. */
function leaveIfStopping(): void {
  if (stopping) throw new Problem("Stopped");
}

async function start(): Promise<void> {
  const stateFolder = ensureStateFolder(path.resolve(ROOT, process.env.DATA_FOLDER || ".data"));
  const host = process.env.HOST || "127.0.0.1";
  const port = portSetting(process.env.PORT || "3000");
  await requireOnlyRun(stateFolder);
  const ended = await endOrphans(stateFolder);
  if (ended > 0) say(`Ended ${ended} processes of the former run`);
  await requireFreePort(port, host);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  claimRun(stateFolder, publicUrl);
  const secrets = getSecrets(stateFolder);
  const databaseUrl = await startDatabase(stateFolder);
  const ports = await choosePrivatePorts(stateFolder);
  const facts: StartFacts = { stateFolder, host, port, publicUrl, databaseUrl, ports, secrets };
  const env = startEnvironment(facts, process.env);

  leaveIfStopping();
  say("Migrating");
  await runStep("app/_processes/migrate.ts", env);
  await runStep("app/_processes/seed.ts", {
    ...env,
    DEMO_SECRETS_FILE: path.join(stateFolder, "secrets.json"),
  });
  await build(env);
  await startParts(stateFolder, facts, env);
  announce(stateFolder, facts);
}

function portSetting(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Problem(
    `PORT is "${text}", which is no port. Set it to a number from 1 to 65535, for example PORT=3000.`,
  );
}

async function requireFreePort(port: number, host: string): Promise<void> {
  const state = await probePort(port, host);
  if (state === "free") return;
  if (state === "taken") {
    throw new Problem(
      `Port ${port} is taken by another program. End it, or choose another port: PORT=${port + 1} npm run up`,
    );
  }
  if (state === "denied") {
    throw new Problem(
      `This user may not listen on port ${port}. Choose a port from 1024 on: PORT=3000 npm run up`,
    );
  }
  throw new Problem(`HOST=${host} is no address of this machine. Unset HOST, or use 127.0.0.1 or 0.0.0.0.`);
}

/** A run that is just ending is waited for; one that goes on is named. */
async function requireOnlyRun(stateFolder: string): Promise<void> {
  const begunMs = performance.now();
  let told = false;
  for (;;) {
    const run = readRunFile(stateFolder);
    if (!run || !isRunning(run.supervisor)) return;
    // Whose launcher was killed does not know it yet for a moment.
    const patienceMs = run.stopping ? FORMER_RUN_ENDS_WITHIN_MS : FORMER_RUN_NOTICES_WITHIN_MS;
    if (performance.now() - begunMs > patienceMs) {
      throw new Problem(
        `SMS Den already runs from this folder at ${run.url} (process ${run.supervisor.pid}). ` +
          `Use it, or stop it first: kill ${run.supervisor.pid}`,
      );
    }
    if (run.stopping && !told) {
      say("Waiting for the former run to end");
      told = true;
    }
    await pause(200);
  }
}

function claimRun(stateFolder: string, url: string): void {
  const supervisor = findProcess(process.pid);
  if (supervisor) writeRunFile(stateFolder, { supervisor, url, children: [], stopping: false });
  stops.push(async () => removeRunFile(stateFolder));
}

async function startDatabase(stateFolder: string): Promise<string> {
  if (process.env.DATABASE_URL) {
    say("Using the PostgreSQL of DATABASE_URL");
    await requireSupportedVersion(process.env.DATABASE_URL);
    return process.env.DATABASE_URL;
  }
  say("Starting PostgreSQL");
  const begin = () => startPostgres({ stateFolder, database: "sms_den", durable: true, onProgress: say });
  const postgres = await begin();
  // Before removing the run file: a new start has to wait until the server is down.
  stops.unshift(() => postgres.stop());
  watchDatabase(postgres, begin);
  return postgres.url;
}

function watchDatabase(postgres: Postgres, begin: () => Promise<Postgres>): void {
  let repairing = false;
  setInterval(async () => {
    if (repairing || stopping || postgres.isUp()) return;
    repairing = true;
    complain("PostgreSQL has ended unexpectedly; starting it again");
    await begin().catch((error: unknown) => complain(explain(error)));
    repairing = false;
  }, DATABASE_LOOK_EVERY_MS).unref();
}

/** Runs a short program of the product and waits; its output is shown as it comes. */
async function runStep(script: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ["--conditions=react-server", path.join(ROOT, script)], {
    cwd: ROOT,
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  leaveIfStopping();
  if (code !== 0)
    throw new Problem(`${path.basename(script)} failed, see above. Mend what it names and start again.`);
}

async function build(env: Record<string, string>): Promise<void> {
  if (isBuilt(ROOT)) return;
  say("Building the pages (only when the sources changed)");
  const begunMs = performance.now();
  const ticking = setInterval(() => say(`  building, ${secondsText(performance.now() - begunMs)}`), 10_000);
  try {
    await buildPages(ROOT, env, () => undefined);
  } finally {
    clearInterval(ticking);
  }
  say(`  built in ${secondsText(performance.now() - begunMs)}`);
  leaveIfStopping();
}

async function startParts(
  stateFolder: string,
  facts: StartFacts,
  env: Record<string, string>,
): Promise<void> {
  const services = listServices(ROOT, env);
  const names = services.map(({ name }) => name);
  const supervisor = new Supervisor(ROOT, stateFolder, {
    onChange: (children) => {
      const run = readRunFile(stateFolder);
      if (run) writeRunFile(stateFolder, { ...run, children });
    },
    onCrash: (name, how, restartInMs) =>
      complain(
        `${name} ended unexpectedly (${how}); starting it again in ${secondsText(restartInMs)}, see ${supervisor.logFile(name)}`,
      ),
  });
  stops.unshift(async () => {
    const run = readRunFile(stateFolder);
    if (run) writeRunFile(stateFolder, { ...run, stopping: true });
    // The front door first: nothing new comes in while the others finish what they have begun.
    await supervisor.stop(["api"]);
    await supervisor.stop(names.filter((name) => name !== "api"));
  });
  say(`Starting ${names.join(", ")}`);
  for (const service of services) supervisor.start(service);
  await waitUntilReady(`${loopbackUrl(facts.host, facts.port)}/readyz`, supervisor, names);
}

async function waitUntilReady(url: string, supervisor: Supervisor, names: string[]): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let last = "no answer";
  while (performance.now() < deadline) {
    leaveIfStopping();
    const broken = names.find((name) => supervisor.crashesOf(name) >= CRASHES_BEFORE_READY);
    if (broken) {
      throw new Problem(
        `${broken} does not start:\n${supervisor.logTail(broken)}\nIts log is ${supervisor.logFile(broken)}.`,
      );
    }
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return;
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await pause(100);
  }
  throw new Problem(
    `The product is not ready after ${secondsText(READY_WITHIN_MS)}: ${last}. The logs are beside ${supervisor.logFile("api")}.`,
  );
}

function announce(stateFolder: string, facts: StartFacts): void {
  const url = facts.publicUrl;
  const logins = demoLogins(facts.secrets.demoPasswords);
  const demo = {
    url,
    api: { url: `${url}/stubs/handler_api.php`, key: facts.secrets.demoApiKey },
    logins,
    mailbox: `${url}/mailbox`,
  };
  const file = path.join(stateFolder, "demo.json");
  writeFileWhole(file, `${JSON.stringify(demo, null, 2)}\n`);
  stops.push(async () => rmSync(file, { force: true }));
  say();
  say(`SMS Den is ready at ${url} (${secondsText(performance.now() - startedMs)})`);
  for (const { role, email, password, balanceKopecks } of logins) {
    say(
      `  ${role.padEnd(6)} ${email.padEnd(20)} password ${password}   ${roublesText(kopecks(balanceKopecks))} RUB`,
    );
  }
  say(`  API    ${demo.api.url}   key ${demo.api.key}`);
  say(`  Mail   ${demo.mailbox}   (every message the product sends)`);
  say(`  Logs   ${path.join(stateFolder, "logs")}`);
  say("Ctrl-C stops everything");
}
