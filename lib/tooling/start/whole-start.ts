import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";
import { requireSupportedVersion } from "#lib/tooling/database/database-version.ts";
import { type Postgres, startPostgres } from "#lib/tooling/postgres/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres/postgres-home.ts";
import { explain, Problem } from "#lib/tooling/problem.ts";
import { findProcess, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { watchLaunchers } from "#lib/tooling/start/ancestors.ts";
import { announce, demoFile } from "#lib/tooling/start/announce.ts";
import { ChildSteps } from "#lib/tooling/start/child-steps.ts";
import {
  choosePrivatePorts,
  hasContentDesk,
  listServices,
  loopbackUrl,
  type StartFacts,
  startEnvironment,
} from "#lib/tooling/start/default-start.ts";
import { endOrphans, readRunFile, removeRunFile, writeRunFile } from "#lib/tooling/start/run-file.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";
import { parsePort, requireFreePort, requireOnlyRun } from "#lib/tooling/start/start-checks.ts";
import { Supervisor } from "#lib/tooling/start/supervisor.ts";
import { complain, say, secondsText } from "#lib/tooling/terminal.ts";

export type Settings = Record<string, string>;

/** What a command that starts the whole product does in its own way. */
export type StartPlan = {
  /** As a person types it, for what must be typed again: `npm run up`. */
  command: string;
  root: string;
  stateFolder: string;
  /** Whether the content desk is part of it where the caller says nothing (CONTENT_DESK). */
  hasContentDesk: boolean;
  /** The settings of the parts, made from those of the default start. */
  settings?(facts: StartFacts, settings: Settings): Settings;
  /** Once the tables are there, before the parts start. */
  beforeParts?(start: WholeStart, facts: StartFacts, settings: Settings): Promise<void>;
  /** Once everything answers. */
  whenReady?(start: WholeStart, settings: Settings): void;
};

const READY_WITHIN_MS = 90_000;
const CRASHES_BEFORE_READY = 4;
const DATABASE_LOOK_EVERY_MS = 2_000;
const BEGINNING_ENDS_WITHIN_MS = 20_000;

/**
 * Starts PostgreSQL or takes the one of DATABASE_URL, migrates, seeds, and runs every part of the product until it is told
 * to stop. Survives `kill -9` of itself and of any part: the next start ends what was left behind and goes on with the
 * same data.
 */
export class WholeStart {
  readonly supervisor: Supervisor;
  readonly #plan: StartPlan;
  readonly #steps: ChildSteps;
  readonly #startedMs = performance.now();
  /** What must be undone, in this order. */
  readonly #stops: (() => Promise<void>)[] = [];
  #beginning: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | null = null;
  #ownerSettings: Settings = {};
  #parts: ProcessIdentity[] = [];
  #stepsRunning: ProcessIdentity[] = [];

  constructor(plan: StartPlan) {
    this.#plan = plan;
    ensureStateFolder(plan.stateFolder);
    this.#steps = new ChildSteps((running) => {
      this.#stepsRunning = running;
      this.#recordChildren();
    });
    this.supervisor = new Supervisor(plan.root, plan.stateFolder, {
      onChange: (children) => {
        this.#parts = children;
        this.#recordChildren();
      },
      onCrash: (name, how, restartInMs) =>
        complain(
          `${name} ended unexpectedly (${how}); starting it again in ${secondsText(restartInMs)}, ` +
            `see ${this.supervisor.logFile(name)}`,
        ),
    });
  }

  /** Begins; from here on signals end it, and a fault in the beginning ends it with exit code 1. */
  run(): void {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => void this.#stop("Stopping"));
    watchLaunchers(() => void this.#stop("The command that started this is gone; stopping"));
    this.#beginning = this.#start();
    this.#beginning.catch((error: unknown) => {
      if (this.#stopping) return;
      complain(explain(error));
      void this.#stop(null, 1);
    });
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Something to undo at the end, before everything that stands there already. */
  stopFirst(...undo: (() => Promise<void>)[]): void {
    this.#stops.unshift(...undo);
  }

  /** Starts a short program that ends with us; see ChildSteps. */
  get steps(): ChildSteps {
    return this.#steps;
  }

  /** Migrates as the owner of the tables; the output is shown as it comes. */
  async migrate(): Promise<void> {
    await this.#runStep("app/_processes/migrate.ts");
  }

  leaveIfStopping(): void {
    if (this.#stopping) throw new Problem("Stopped");
  }

  async #start(): Promise<void> {
    const { stateFolder, command } = this.#plan;
    const host = process.env.HOST || "127.0.0.1";
    const port = parsePort(process.env.PORT || "3000", command);
    await requireOnlyRun(stateFolder);
    const ended = await endOrphans(stateFolder);
    if (ended > 0) say(`Ended ${ended} processes of the former run`);
    await requireFreePort(port, host, command);
    const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
    this.leaveIfStopping();
    this.#claimRun(publicUrl);
    const secrets = getSecrets(stateFolder);
    const { ownerUrl, databaseUrl } = await this.#startDatabase();
    await refuseWrongClock(ownerUrl);
    this.leaveIfStopping();
    const ports = await choosePrivatePorts(stateFolder);
    const cmsDatabaseUrl = withLogin(databaseUrl, getAppLogin(stateFolder, CMS_ROLE));
    const facts: StartFacts = {
      hasContentDesk: hasContentDesk(process.env, this.#plan.hasContentDesk),
      stateFolder,
      host,
      port,
      publicUrl,
      databaseUrl,
      cmsDatabaseUrl,
      ports,
      secrets,
    };
    const given = startEnvironment(facts, process.env);
    const settings = this.#plan.settings?.(facts, given) ?? given;
    say("Migrating and seeding");
    this.#ownerSettings = { ...settings, DATABASE_OWNER_URL: ownerUrl };
    await this.migrate();
    await this.#runStep("app/_processes/seed.ts");
    await this.#plan.beforeParts?.(this, facts, settings);
    await this.#startParts(facts, settings);
    this.#stops.push(async () => rmSync(demoFile(stateFolder), { force: true }));
    announce(facts, performance.now() - this.#startedMs);
    this.#plan.whenReady?.(this, settings);
  }

  #stop(message: string | null, exitCode = 0): Promise<void> {
    const { stateFolder } = this.#plan;
    this.#stopping ??= (async () => {
      if (message) say(message);
      this.#steps.end();
      // What is under way comes to its next step and leaves there, so that nothing is started behind our back.
      await Promise.race([this.#beginning.catch(() => undefined), pause(BEGINNING_ENDS_WITHIN_MS)]);
      const run = readRunFile(stateFolder);
      if (run && this.#stops.length > 0) writeRunFile(stateFolder, { ...run, stopping: true });
      for (const undo of this.#stops) await undo().catch((error: unknown) => complain(explain(error)));
      if (message) say("Stopped");
      process.exit(exitCode);
    })();
    return this.#stopping;
  }

  #claimRun(url: string): void {
    const { stateFolder } = this.#plan;
    const supervisor = findProcess(process.pid);
    if (supervisor) writeRunFile(stateFolder, { supervisor, url, children: [], stopping: false });
    this.#stops.push(async () => removeRunFile(stateFolder));
  }

  #recordChildren(): void {
    const run = readRunFile(this.#plan.stateFolder);
    if (!run) return;
    writeRunFile(this.#plan.stateFolder, { ...run, children: [...this.#parts, ...this.#stepsRunning] });
  }

  /** The address for migrating and seeding, and the one for the parts: with a login of their own unless the caller names both. */
  async #startDatabase(): Promise<{ ownerUrl: string; databaseUrl: string }> {
    const { stateFolder } = this.#plan;
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
    this.stopFirst(() => postgres.stop());
    this.#watchDatabase(postgres, begin);
    return { ownerUrl: postgres.url, databaseUrl: withLogin(postgres.url, getAppLogin(stateFolder)) };
  }

  #watchDatabase(postgres: Postgres, begin: () => Promise<Postgres>): void {
    let repairing = false;
    setInterval(async () => {
      if (repairing || this.#stopping || postgres.isUp()) return;
      repairing = true;
      complain("PostgreSQL has ended unexpectedly; starting it again");
      await begin().catch((error: unknown) => complain(explain(error)));
      repairing = false;
    }, DATABASE_LOOK_EVERY_MS).unref();
  }

  /** Runs a short program of the product as the owner of the tables and waits. */
  async #runStep(script: string): Promise<void> {
    this.leaveIfStopping();
    const child = this.#steps.start(["--conditions=react-server", path.join(this.#plan.root, script)], {
      cwd: this.#plan.root,
      env: this.#ownerSettings as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
    this.leaveIfStopping();
    if (code !== 0)
      throw new Problem(`${path.basename(script)} failed, see above. Mend what it names and start again.`);
  }

  async #startParts(facts: StartFacts, settings: Settings): Promise<void> {
    this.leaveIfStopping();
    const services = listServices(this.#plan.root, settings);
    const names = services.map(({ name }) => name);
    // The front door first: nothing new comes in while the others finish what they have begun. The database last.
    this.stopFirst(
      () => this.supervisor.stop(["api"]),
      () => this.supervisor.stop([...names, "cms"]),
    );
    say(`Starting ${names.join(", ")}`);
    for (const service of services) this.supervisor.start(service);
    await this.#waitUntilReady(`${loopbackUrl(facts.host, facts.port)}/readyz`, names);
  }

  async #waitUntilReady(url: string, names: string[]): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    let last = "no answer";
    while (performance.now() < deadline) {
      this.leaveIfStopping();
      const broken = names.find((name) => this.supervisor.crashesOf(name) >= CRASHES_BEFORE_READY);
      if (broken) {
        const log = this.supervisor.logFile(broken);
        throw new Problem(
          `${broken} does not start:\n${this.supervisor.logTail(broken)}\nIts log is ${log}.`,
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
      `The product is not ready after ${secondsText(READY_WITHIN_MS)}: ${last}. ` +
        `The logs are beside ${this.supervisor.logFile("api")}.`,
    );
  }
}
