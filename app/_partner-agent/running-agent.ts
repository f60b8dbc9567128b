import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { type Config, controlSocket, incomingFolder } from "#app/_partner-agent/config.ts";
import { askRunning, type Status } from "#app/_partner-agent/control.ts";
import { Platform } from "#app/_partner-agent/delivery/platform.ts";
import { Pusher } from "#app/_partner-agent/delivery/pusher.ts";
import { Reporter } from "#app/_partner-agent/delivery/reporter.ts";
import { Work } from "#app/_partner-agent/delivery/work.ts";
import { DinstarInput } from "#app/_partner-agent/inputs/dinstar.ts";
import { EjoinInput } from "#app/_partner-agent/inputs/ejoin.ts";
import { GammuInput } from "#app/_partner-agent/inputs/gammu.ts";
import { GoipInput } from "#app/_partner-agent/inputs/goip.ts";
import { HttpInput } from "#app/_partner-agent/inputs/http.ts";
import type { Input, InputPorts, ReceivedSms } from "#app/_partner-agent/inputs/input.ts";
import { ModemManagerInput } from "#app/_partner-agent/inputs/modem-manager.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { Modems } from "#app/_partner-agent/modems/modems.ts";
import { Numbers } from "#app/_partner-agent/modems/numbers.ts";
import type { Log } from "#app/_partner-agent/print.ts";
import { Problem } from "#app/_partner-agent/problem.ts";
import { makeFolder } from "#app/_partner-agent/storage/disk.ts";
import { Parts } from "#app/_partner-agent/storage/parts.ts";
import { Spool } from "#app/_partner-agent/storage/spool.ts";
import { VERSION } from "#app/_partner-agent/version.ts";
import { monotonicMs, nowMs } from "#lib/clock.ts";

const PUSH_EVERY_MS = 100;
const REPORT_EVERY_MS = 500;
const ASK_WORK_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
const TIDY_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Pauses that tests shorten. */
export type Pace = { readonly retryMs?: number; readonly timeoutMs?: number };

/** Everything that `run` does: inputs, spool, pushes, reports, work, and the socket that `status` asks. */
export class RunningAgent {
  readonly #config: Config;
  readonly #log: Log;
  readonly #loops: Loops;
  readonly #platform: Platform;
  readonly #spool: Spool;
  readonly #parts: Parts;
  readonly #numbers: Numbers;
  readonly #modems = new Modems();
  readonly #pusher: Pusher;
  readonly #reporter: Reporter;
  readonly #work: Work;
  readonly #inputs: readonly Input[];
  #control: Server | null = null;
  #stopping: Promise<void> | null = null;

  constructor(config: Config, log: Log, pace: Pace = {}) {
    this.#config = config;
    this.#log = log;
    this.#loops = new Loops(log);
    this.#platform = new Platform({ url: config.url, key: config.key, timeoutMs: pace.timeoutMs });
    this.#spool = new Spool(config.dataFolder);
    this.#parts = new Parts(config.dataFolder, (sms) => this.#keepSms(sms));
    this.#numbers = new Numbers(config.dataFolder);
    const parts = { platform: this.#platform, numbers: this.#numbers, modems: this.#modems, log };
    this.#pusher = new Pusher({ ...parts, spool: this.#spool, retryMs: pace.retryMs });
    this.#reporter = new Reporter({ ...parts, settleMs: config.settleSeconds * 1_000 });
    this.#work = new Work(this.#platform, config.dataFolder, log);
    this.#inputs = this.#makeInputs();
  }

  /** The port of the HTTP input, for tests that let the system choose it. */
  get httpPort(): number {
    const input = this.#inputs.find((one) => one instanceof HttpInput);
    return (input as HttpInput).port;
  }

  /** Throws a Problem when it cannot start; nothing is left running then. */
  async start(): Promise<void> {
    const { dataFolder } = this.#config;
    await makeFolder(dataFolder);
    await this.#listenForCommands();
    try {
      await this.#spool.open(nowMs());
      await this.#parts.open();
      await this.#work.open();
      await this.#numbers.reload();
      for (const input of this.#inputs) await input.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#loops.start("push", PUSH_EVERY_MS, () => this.#pusher.pushDue());
    this.#loops.start("numbers", REPORT_EVERY_MS, () => this.#reporter.tick());
    this.#loops.start("work", ASK_WORK_EVERY_MS, () => this.#askWork());
    this.#loops.start("table and spool", LOOK_EVERY_MS, () => this.#look());
    this.#loops.start("parts and old SMS", TIDY_EVERY_MS, () => this.#tidy());
    const inputs = this.#inputs.map(({ name }) => name).join(", ");
    this.#log.info("started", { version: VERSION, url: this.#config.url, inputs });
  }

  /** Stops receiving, takes the numbers off sale, and waits for the pushes under way; the rest waits on the disk. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    for (const input of this.#inputs) await input.stop().catch(() => {});
    await this.#loops.stop();
    await this.#reporter.leave();
    await this.#pusher.settle();
    await new Promise<void>((resolve) => (this.#control ? this.#control.close(() => resolve()) : resolve()));
    this.#log.info("stopped");
  }

  status(): Status {
    const { pending } = this.#spool;
    const { lent, rented } = this.#work.current;
    return {
      version: VERSION,
      url: this.#platform.url,
      lastSuccessAt: this.#platform.lastSuccessMs
        ? new Date(this.#platform.lastSuccessMs).toISOString()
        : null,
      problem: this.#platform.lastProblem,
      clockAheadSeconds:
        this.#platform.clockAheadMs === null ? null : Math.round(this.#platform.clockAheadMs / 1_000),
      onSale: this.#reporter.onSale.length,
      refusedNumbers: this.#reporter.refused,
      lent: lent.length,
      rented: rented.length,
      pending: pending.length,
      withoutNumber: pending.filter((sms) => this.#pusher.numberOf(sms) === null).length,
      modems: this.#modems.all.map((modem) => {
        const number = this.#numbers.rowOf(modem)?.number ?? null;
        const oldest = pending.find((sms) => sms.modem === modem.name)?.receivedAt ?? null;
        const isOnSale = number !== null && this.#reporter.onSale.includes(number);
        return { ...modem, number, isOnSale, oldestUnsentAt: oldest };
      }),
    };
  }

  #makeInputs(): Input[] {
    const { gammu, modemManager, http, goip, ejoin, dinstar, dataFolder } = this.#config;
    const ports: InputPorts = {
      takeSms: (sms) => this.#parts.add(sms),
      seeModem: (modem, report) => this.#modems.see(modem, report, monotonicMs()),
      loseModem: (modem, why) => this.#lose(modem, why),
      log: this.#log,
    };
    return [
      ...(gammu ? [new GammuInput({ ...gammu, incoming: incomingFolder(dataFolder) }, ports)] : []),
      ...(http ? [new HttpInput(http, ports)] : []),
      ...(modemManager ? [new ModemManagerInput(modemManager, ports)] : []),
      ...(goip ? [new GoipInput(goip, ports)] : []),
      ...(ejoin ? [new EjoinInput(ejoin, ports)] : []),
      ...(dinstar ? [new DinstarInput({ ...dinstar, folder: path.join(dataFolder, "dinstar") }, ports)] : []),
    ];
  }

  /** The number is fixed now, so that another card in the modem later does not take the SMS with it. */
  async #keepSms(sms: ReceivedSms): Promise<void> {
    const { imsi = null, iccid = null } = this.#modems.find(sms.modem) ?? {};
    const card = sms.sim === undefined ? { imsi, iccid } : { imsi: sms.sim, iccid: null };
    const number = this.#numbers.rowOf({ name: sms.modem, ...card })?.number ?? null;
    const isNew = await this.#spool.add({ ...sms, sim: sms.sim ?? imsi ?? iccid ?? undefined }, number);
    this.#modems.recordSms(sms.modem, sms.receivedAt);
    if (!isNew) return;
    this.#log.info("SMS received", { modem: sms.modem, number, from: sms.from, text: sms.text });
    if (number === null)
      this.#log.warn("SMS waits: the table of numbers does not name this card", { modem: sms.modem });
  }

  #lose(name: string, why: string): void {
    const before = this.#modems.find(name);
    if (before?.isPresent !== false || before.why !== why) this.#log.warn("modem gone", { modem: name, why });
    this.#modems.lose(name, why);
  }

  async #askWork(): Promise<void> {
    await this.#work.ask();
    if (this.#work.takeListWish()) this.#reporter.reportFullList();
  }

  async #look(): Promise<void> {
    await this.#spool.rescan();
    if (await this.#numbers.reload()) this.#log.info("table of numbers", { rows: this.#numbers.rows.length });
  }

  async #tidy(): Promise<void> {
    await this.#parts.joinDue(nowMs());
    await this.#spool.forgetSent(nowMs() - this.#config.keepSentHours * HOUR_MS);
  }

  /** The socket is also what keeps a second program off the same data. */
  async #listenForCommands(): Promise<void> {
    const { dataFolder } = this.#config;
    if (await askRunning(dataFolder)) throw new Problem(`The program already runs with ${dataFolder}.`);
    const socket = controlSocket(dataFolder);
    await rm(socket, { force: true });
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(this.status()));
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) =>
        reject(new Problem(`${socket} cannot be listened on: ${error.message}`)),
      );
      server.listen(socket, resolve);
    });
    this.#control = server;
  }
}
