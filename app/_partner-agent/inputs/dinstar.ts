import path from "node:path";
import { DinstarGateway, type DinstarLogin } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import { wordsOf } from "#app/_partner-agent/inputs/event-id.ts";
import type { Input, InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { percentOfCsq } from "#app/_partner-agent/inputs/signal.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { explain } from "#app/_partner-agent/problem.ts";
import { makeFolder, readIfThere, writeDurably } from "#app/_partner-agent/storage/disk.ts";
import { monotonicMs, now } from "#lib/clock.ts";

const ASK_EVERY_MS = 2_000;
const PORTS_EVERY_MS = 5_000;
/** So many turns without an answer, and its modems are gone. */
const FAILURES_MAX = 3;
/** An answer holds 8 KB of SMS; a full gateway is read in so many. */
const PAGES_MAX = 500;

export type DinstarOptions = {
  readonly gateways: readonly (DinstarLogin & { readonly name: string })[];
  /** Where it is kept up to which SMS a gateway was read. */
  readonly folder: string;
  /** Pause between two questions; tests shorten it. */
  readonly askEveryMs?: number;
};

type Sms = {
  readonly id: number;
  readonly port: number;
  readonly from: string;
  readonly text: string;
  readonly timestamp: string;
  readonly imsi: string | null;
};
/** The last SMS that is on the disk. */
type Mark = { readonly id: number; readonly event: string; readonly timestamp: string };

/** Dinstar gateways, asked for SMS every two seconds. A modem is called <gateway>-<port>. What lay there before the first start is old. */
export class DinstarInput implements Input {
  readonly name = "dinstar";
  readonly #loops: Loops;
  readonly #readers: readonly GatewayReader[];
  readonly #options: DinstarOptions;

  constructor(options: DinstarOptions, ports: InputPorts) {
    this.#options = options;
    this.#loops = new Loops(ports.log);
    this.#readers = options.gateways.map(
      (login) => new GatewayReader(login.name, new DinstarGateway(login), options.folder, ports),
    );
  }

  async start(): Promise<void> {
    await makeFolder(this.#options.folder);
    for (const reader of this.#readers)
      this.#loops.start("Dinstar gateway", this.#options.askEveryMs ?? ASK_EVERY_MS, () => reader.turn());
  }

  stop(): Promise<void> {
    return this.#loops.stop();
  }
}

class GatewayReader {
  readonly #name: string;
  readonly #gateway: DinstarGateway;
  readonly #file: string;
  readonly #ports: InputPorts;
  readonly #present = new Set<string>();
  #mark: Mark | null | undefined;
  #portsDueMs = 0;
  #failures = 0;

  constructor(name: string, gateway: DinstarGateway, folder: string, ports: InputPorts) {
    this.#name = name;
    this.#gateway = gateway;
    this.#file = path.join(folder, `${name}.json`);
    this.#ports = ports;
  }

  async turn(): Promise<void> {
    try {
      if (monotonicMs() >= this.#portsDueMs) await this.#readPorts();
      await this.#readSms();
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === FAILURES_MAX) this.#loseAll(explain(error));
      throw error;
    }
  }

  async #readPorts(): Promise<void> {
    const { info } = await this.#gateway.call("GET", "/api/get_port_info?info_type=imsi,iccid,reg,signal");
    this.#portsDueMs = monotonicMs() + PORTS_EVERY_MS;
    const rows = Array.isArray(info) ? (info as Readonly<Record<string, unknown>>[]) : [];
    const seen = new Set<string>();
    for (const { port, reg, signal, imsi, iccid } of rows) {
      if (!Number.isInteger(port) || /NO_SIM|POWER_OFF/i.test(String(reg))) continue;
      const modem = `${this.#name}-${String(port)}`;
      seen.add(modem);
      this.#present.add(modem);
      this.#ports.seeModem(modem, {
        imsi: digitsOf(imsi),
        iccid: digitsOf(iccid),
        signalPercent: percentOfCsq(Number(signal ?? Number.NaN)),
        isRegistered: /REGISTER_OK/i.test(String(reg)),
      });
    }
    for (const modem of this.#present)
      if (!seen.has(modem)) this.#lose(modem, "its port has no card or is off");
  }

  /**
   * Asks from the last SMS that was taken, itself included: when it is not among the answers the gateway has forgotten it, or has begun
   * to count anew, and everything is looked at. What is taken in twice is the same SMS.
   */
  async #readSms(): Promise<void> {
    this.#mark ??= await this.#readMark();
    if (this.#mark === null) return this.#passOver();
    const mark = this.#mark;
    const next = await this.#page(mark.id - 1);
    const isWhole = mark.id === 0 || next.some((sms) => sms.id === mark.id && eventOf(sms) === mark.event);
    const found = isWhole ? next : await this.#readAll();
    for (const sms of found) if (isNew(sms, mark, isWhole)) await this.#take(sms);
    if (!isWhole) await this.#keepMark(markOf(found.at(-1), mark.timestamp));
  }

  async #take(sms: Sms): Promise<void> {
    const { port, from, text, imsi } = sms;
    await this.#ports.takeSms({
      eventId: `dinstar:${eventOf(sms)}`,
      modem: `${this.#name}-${port}`,
      ...(imsi ? { sim: imsi } : {}),
      ...{ from, text },
      // The gateway's own time names no zone.
      receivedAt: now(),
    });
    await this.#keepMark(markOf(sms, sms.timestamp));
  }

  async #passOver(): Promise<void> {
    const last = (await this.#readAll()).at(-1);
    await this.#keepMark(markOf(last, last?.timestamp ?? ""));
  }

  async #readAll(): Promise<Sms[]> {
    const all: Sms[] = [];
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const page = await this.#page(all.at(-1)?.id ?? 0);
      if (page.length === 0) break;
      all.push(...page);
    }
    return all;
  }

  /** `flag=all` leaves the SMS as they are: what is read as unread is gone after a crash. */
  async #page(afterId: number): Promise<Sms[]> {
    const { sms } = await this.#gateway.call(
      "GET",
      `/api/query_incoming_sms?flag=all&incoming_sms_id=${Math.max(0, afterId)}`,
    );
    const rows = Array.isArray(sms) ? sms : [];
    return rows
      .flatMap((row) => smsOf(row as Readonly<Record<string, unknown>>))
      .filter(({ id }) => id > afterId)
      .sort((one, other) => one.id - other.id);
  }

  async #readMark(): Promise<Mark | null> {
    const text = await readIfThere(this.#file);
    return text === null ? null : (JSON.parse(text) as Mark);
  }

  async #keepMark(mark: Mark): Promise<void> {
    await writeDurably(this.#file, JSON.stringify(mark));
    this.#mark = mark;
  }

  #loseAll(why: string): void {
    for (const modem of [...this.#present]) this.#lose(modem, why);
  }

  #lose(modem: string, why: string): void {
    this.#present.delete(modem);
    this.#ports.loseModem(modem, why);
  }
}

/** Where the gateway counts anew, its times tell what is later than what was taken; they sort as texts. */
function isNew(sms: Sms, mark: Mark, isWhole: boolean): boolean {
  if (sms.id > mark.id) return true;
  return !isWhole && sms.timestamp >= mark.timestamp && eventOf(sms) !== mark.event;
}

function markOf(sms: Sms | undefined, timestamp: string): Mark {
  return sms ? { id: sms.id, event: eventOf(sms), timestamp } : { id: 0, event: "", timestamp };
}

function eventOf({ id, timestamp, from, text }: Sms): string {
  return `${id}:${wordsOf(timestamp, from, text)}`;
}

function smsOf(row: Readonly<Record<string, unknown>>): Sms[] {
  const { incoming_sms_id: id, port, number, text, timestamp, imsi } = row;
  if (typeof id !== "number" || typeof port !== "number" || typeof text !== "string") return [];
  return [
    { id, port, text, from: String(number ?? ""), timestamp: String(timestamp ?? ""), imsi: digitsOf(imsi) },
  ];
}

function digitsOf(value: unknown): string | null {
  return typeof value === "string" && /^\d{6,22}F?$/i.test(value) ? value : null;
}
