import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { findRunningSmsd, type GammuModem, listGammuModems } from "#app/_partner-agent/inputs/gammu-files.ts";
import { parseGammuEvent } from "#app/_partner-agent/inputs/gammu-hook.ts";
import type { Input, InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { Problem } from "#app/_partner-agent/problem.ts";
import {
  isThere,
  listFiles,
  makeFolder,
  moveDurably,
  readIfThere,
} from "#app/_partner-agent/storage/disk.ts";
import { monotonicMs } from "#lib/clock.ts";

const COLLECT_EVERY_MS = 200;
const LOOK_EVERY_MS = 1_000;
const ASK_EVERY_MS = 15_000;
const MONITOR_MS = 5_000;

const run = promisify(execFile);

export type GammuOptions = {
  /** One `<name>.conf` for each modem. */
  readonly folder: string;
  /** Where the hook leaves SMS. */
  readonly incoming: string;
};

type Watched = { readonly pid: number | null; readonly askDueMs: number };

/** Modems under gammu-smsd: SMS from the hook's folder, presence from the device and the process, signal from its monitor. */
export class GammuInput implements Input {
  readonly name = "gammu-smsd";
  readonly #options: GammuOptions;
  readonly #ports: InputPorts;
  readonly #loops: Loops;
  readonly #watched = new Map<string, Watched>();

  constructor(options: GammuOptions, ports: InputPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#loops = new Loops(ports.log);
  }

  async start(): Promise<void> {
    const { folder, incoming } = this.#options;
    if (!(await isThere(folder)))
      throw new Problem(
        `The folder ${folder} (inputs.gammu.folder) is missing: put one <modem>.conf for each modem there.`,
      );
    await makeFolder(incoming);
    await makeFolder(path.join(incoming, "damaged"));
    this.#loops.start("hook files", COLLECT_EVERY_MS, () => this.#collect());
    this.#loops.start("gammu modems", LOOK_EVERY_MS, () => this.#look());
  }

  stop(): Promise<void> {
    return this.#loops.stop();
  }

  /** A file goes only when its SMS is in the spool; one that is taken in twice is the same SMS. */
  async #collect(): Promise<void> {
    const { incoming } = this.#options;
    for (const name of await listFiles(incoming)) {
      const file = path.join(incoming, name);
      const event = parseGammuEvent((await readIfThere(file)) ?? "");
      if (event) await this.#ports.takeSms(event);
      else this.#ports.log.warn("hook file that cannot be read, set aside", { file });
      if (event) await rm(file, { force: true });
      else await moveDurably(file, path.join(incoming, "damaged", name));
    }
  }

  async #look(): Promise<void> {
    const modems = await listGammuModems(this.#options.folder);
    const running = await findRunningSmsd();
    for (const modem of modems) await this.#lookAt(modem, running);
    const names = new Set(modems.map(({ name }) => name));
    for (const name of this.#watched.keys()) {
      if (names.has(name)) continue;
      this.#watched.delete(name);
      this.#ports.loseModem(name, "its configuration file is gone");
    }
  }

  async #lookAt(modem: GammuModem, running: ReadonlyMap<string, number> | null): Promise<void> {
    const pid = running?.get(path.resolve(modem.file)) ?? null;
    const why = !(await isThere(modem.device))
      ? `its device ${modem.device} is gone`
      : running && pid === null
        ? "gammu-smsd does not run for it"
        : null;
    const before = this.#watched.get(modem.name);
    if (why !== null) {
      this.#watched.set(modem.name, { pid: null, askDueMs: 0 });
      return this.#ports.loseModem(modem.name, why);
    }
    if (before?.pid && before.pid !== pid) this.#ports.loseModem(modem.name, "gammu-smsd has started again");
    this.#ports.seeModem(modem.name, {});
    if (before?.pid === pid && monotonicMs() < before.askDueMs) return;
    this.#watched.set(modem.name, { pid, askDueMs: monotonicMs() + MONITOR_MS + LOOK_EVERY_MS });
    void this.#ask(modem, pid);
  }

  /** Beside the looks: one monitor that hangs delays nobody else. Until the modem has met its card it is asked at every look. */
  async #ask({ name, file }: GammuModem, pid: number | null): Promise<void> {
    const report = await askMonitor(file);
    if (this.#watched.get(name)?.pid !== pid) return;
    this.#watched.set(name, { pid, askDueMs: report.imsi ? monotonicMs() + ASK_EVERY_MS : 0 });
    this.#ports.seeModem(name, report);
  }
}

type MonitorReport = { readonly imsi?: string; readonly signalPercent?: number };

/** What gammu-smsd last heard from its modem; nothing while it has not met it. */
async function askMonitor(file: string): Promise<MonitorReport> {
  try {
    const { stdout } = await run("gammu-smsd-monitor", ["-c", file, "-n", "1", "-d", "0"], {
      timeout: MONITOR_MS,
    });
    const imsi = /^IMSI: *(\d{6,15})$/m.exec(stdout)?.[1];
    const signal = /^NetworkSignal: *(\d{1,3})$/m.exec(stdout)?.[1];
    return { ...(imsi && { imsi }), ...(signal && { signalPercent: Number(signal) }) };
  } catch {
    return {};
  }
}
