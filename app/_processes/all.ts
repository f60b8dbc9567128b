import { realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { watchLaunchers } from "#lib/tooling/ancestors.ts";
import { announce, demoFile } from "#lib/tooling/announce.ts";
import { getAppLogin, withLogin } from "#lib/tooling/app-login.ts";
import { buildPages, isBuilt } from "#lib/tooling/build.ts";
import { ChildSteps } from "#lib/tooling/child-steps.ts";
import { requireSupportedVersion } from "#lib/tooling/database-version.ts";
import {
  choosePrivatePorts,
  listServices,
  loopbackUrl,
  type StartFacts,
  startEnvironment,
} from "#lib/tooling/default-start.ts";
import { type Postgres, startPostgres } from "#lib/tooling/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres-home.ts";
import { explain, Problem } from "#lib/tooling/problem.ts";
import { findProcess, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { endOrphans, readRunFile, removeRunFile, writeRunFile } from "#lib/tooling/run-file.ts";
import { getSecrets } from "#lib/tooling/secrets.ts";
import { parsePort, requireFreePort, requireOnlyRun } from "#lib/tooling/start-checks.ts";
import { Supervisor } from "#lib/tooling/supervisor.ts";
import { complain, say, secondsText } from "#lib/tooling/terminal.ts";

/**
 * The default start (`npm run up`): builds what changed, starts PostgreSQL or takes the one of DATABASE_URL, migrates,
 * seeds, and runs every part of the product until it is told to stop. Survives `kill -9` of itself and of any part:
 * the next start ends what was left behind and goes on with the same data.
 */
const ROOT = realpathSync(path.join(import.meta.dirname, "..", ".."));
const READY_WITHIN_MS = 90_000;
const CRASHES_BEFORE_READY = 4;
const DATABASE_LOOK_EVERY_MS = 2_000;
const BEGINNING_ENDS_WITHIN_MS = 20_000;

const startedMs = performance.now();
const stateFolder = path.resolve(ROOT, process.env.DATA_FOLDER || ".data");
const steps = new ChildSteps(recordChildren);
/** What must be undone, in this order. */
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | null = null;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => void stop("Stopping"));
watchLaunchers(() => void stop("The command that started this is gone; stopping"));

const beginning = start();
beginning.catch((error: unknown) => {
  if (stopping) return;
  complain(explain(error));
  void stop(null, 1);
});

function stop(message: string | null, exitCode = 0): Promise<void> {
  stopping ??= (async () => {
    if (message) say(message);
    steps.end();
    // What is under way comes to its next step and leaves there, so that nothing is started behind our back.
    await Promise.race([beginning.catch(() => undefined), pause(BEGINNING_ENDS_WITHIN_MS)]);
    const run = readRunFile(stateFolder);
    if (run && stops.length > 0) writeRunFile(stateFolder, { ...run, stopping: true });
    for (const undo of stops) await undo().catch((error: unknown) => complain(explain(error)));
    if (message) say("Stopped");
    process.exit(exitCode);
  })();
  return stopping;
}

function leaveIfStopping(): void {
  if (stopping) throw new Problem("Stopped");
}

async function start(): Promise<void> {
  ensureStateFolder(stateFolder);
  const host = process.env.HOST || "127.0.0.1";
  const port = parsePort(process.env.PORT || "3000");
  await requireOnlyRun(stateFolder);
  const ended = await endOrphans(stateFolder);
  if (ended > 0) say(`Ended ${ended} processes of the former run`);
  await requireFreePort(port, host);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  leaveIfStopping();
  claimRun(publicUrl);
  const secrets = getSecrets(stateFolder);
  const { ownerUrl, databaseUrl } = await startDatabase();
  leaveIfStopping();
  const ports = await choosePrivatePorts(stateFolder);
  const facts: StartFacts = { stateFolder, host, port, publicUrl, databaseUrl, ports, secrets };
  const env = startEnvironment(facts, process.env);
  say("Migrating and seeding");
  const ownerEnv = { ...env, DATABASE_OWNER_URL: ownerUrl };
  await runStep("app/_processes/migrate.ts", ownerEnv);
  await runStep("app/_processes/seed.ts", ownerEnv);
  await build(env);
  await startParts(facts, env);
  stops.push(async () => rmSync(demoFile(stateFolder), { force: true }));
  announce(facts, performance.now() - startedMs);
}

function claimRun(url: string): void {
  const supervisor = findProcess(process.pid);
  if (supervisor) writeRunFile(stateFolder, { supervisor, url, children: [], stopping: false });
  stops.push(async () => removeRunFile(stateFolder));
}

function recordChildren(children: ProcessIdentity[]): void {
  const run = readRunFile(stateFolder);
  if (run) writeRunFile(stateFolder, { ...run, children });
}

/** The address for migrating and seeding, and the one for the parts: with a login of their own unless the caller names both. */
async function startDatabase(): Promise<{ ownerUrl: string; databaseUrl: string }> {
  const { DATABASE_URL: given, DATABASE_OWNER_URL: givenOwner } = process.env;
  if (given) {
    say("Using the PostgreSQL of DATABASE_URL");
    await requireSupportedVersion(givenOwner || given);
    if (givenOwner) return { ownerUrl: givenOwner, databaseUrl: given };
    return { ownerUrl: given, databaseUrl: withLogin(given, getAppLogin(stateFolder)) };
  }
  say("Starting PostgreSQL");
  const begin = () => startPostgres({ stateFolder, database: "sms_den", durable: true, onProgress: say });
  const postgres = await begin();
  // Before the run file goes: a new start has to wait until the server is down.
  stops.unshift(() => postgres.stop());
  watchDatabase(postgres, begin);
  return { ownerUrl: postgres.url, databaseUrl: withLogin(postgres.url, getAppLogin(stateFolder)) };
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
  leaveIfStopping();
  const child = steps.start(["--conditions=react-server", path.join(ROOT, script)], {
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
    await buildPages(ROOT, env, (args, options) => steps.start(args, options));
  } finally {
    clearInterval(ticking);
  }
  say(`  built in ${secondsText(performance.now() - begunMs)}`);
}

async function startParts(facts: StartFacts, env: Record<string, string>): Promise<void> {
  leaveIfStopping();
  const services = listServices(ROOT, env);
  const names = services.map(({ name }) => name);
  const supervisor = new Supervisor(ROOT, stateFolder, {
    onChange: recordChildren,
    onCrash: (name, how, restartInMs) =>
      complain(
        `${name} ended unexpectedly (${how}); starting it again in ${secondsText(restartInMs)}, ` +
          `see ${supervisor.logFile(name)}`,
      ),
  });
  // The front door first: nothing new comes in while the others finish what they have begun. The database last.
  stops.unshift(
    () => supervisor.stop(["api"]),
    () => supervisor.stop(names),
  );
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
      const log = supervisor.logFile(broken);
      throw new Problem(`${broken} does not start:\n${supervisor.logTail(broken)}\nIts log is ${log}.`);
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
    `The product is not ready after ${secondsText(READY_WITHIN_MS)}: ${last}. ` +
      `The logs are beside ${supervisor.logFile("api")}.`,
  );
}
