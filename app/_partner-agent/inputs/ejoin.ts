import type { IncomingMessage, ServerResponse } from "node:http";
import { wordsOf } from "#app/_partner-agent/inputs/event-id.ts";
import { HttpListener, isSecret, parseObject, readBody } from "#app/_partner-agent/inputs/http-listener.ts";
import type { Input, InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { percentOfCsq } from "#app/_partner-agent/inputs/signal.ts";
import { Silence } from "#app/_partner-agent/inputs/silence.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { now } from "#lib/clock.ts";

/** A bank of 64 ports with 8 cards each reports half of this. */
const BODY_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
/** States of a port that has a network: registered, and in a call. */
const IN_NETWORK: ReadonlySet<unknown> = new Set([3, 4]);
const NO_CARD = 0;
/** The card lies in a slot that is not switched on. */
const IDLE = 1;

export type EjoinOptions = {
  readonly host: string;
  readonly port: number;
  /** The first part of the path that devices post to, since they can send no header of their own. */
  readonly token: string;
  /** A bank that has not reported for so long is gone, with all its modems. */
  readonly silentSeconds: number;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Skyline and Ejoin SIM banks, which post to http://<this machine>:<port>/<token>/<name of the bank>: `dev-status` and `recv-sms` of their
 * HTTP API 2, and the form "SMS to HTTP" (the address has port, sender and iccid, the body the text). A modem is called <bank>-<port>.<slot>.
 */
export class EjoinInput implements Input {
  readonly name = "ejoin";
  readonly #options: EjoinOptions;
  readonly #ports: InputPorts;
  readonly #loops: Loops;
  readonly #silence: Silence;
  readonly #listener: HttpListener;

  constructor(options: EjoinOptions, ports: InputPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#loops = new Loops(ports.log);
    this.#silence = new Silence(ports, {
      silentMs: options.silentSeconds * 1_000,
      why: `its SIM bank has not reported for ${options.silentSeconds} s`,
    });
    this.#listener = new HttpListener((request, response) => this.#answer(request, response));
  }

  get port(): number {
    return this.#listener.port;
  }

  async start(): Promise<void> {
    const { port, host } = this.#options;
    await this.#listener.start({ port, host, member: "inputs.ejoin.port" });
    this.#loops.start("silent SIM banks", LOOK_EVERY_MS, () => this.#silence.loseSilent());
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
    await this.#loops.stop();
  }

  /** A bank posts again what was not answered with 200: so that is said only when the SMS are on the disk. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bank");
    const [token = "", bank = ""] = pathname.slice(1).split("/");
    if (request.method !== "POST" || !isSecret(token, this.#options.token) || !isBankName(bank)) {
      request.resume();
      return end(response, 404, "POST to /<inputs.ejoin.token>/<name of the bank>.");
    }
    try {
      const text = await readBody(request, BODY_BYTES);
      if (searchParams.has("port")) await this.#takeForm(bank, searchParams, text);
      else await this.#takeMessage(bank, parseObject(text));
      end(response, 200, "OK");
    } catch (error) {
      const isTheirs = error instanceof Problem;
      this.#ports.log.warn(isTheirs ? "a SIM bank's message makes no sense" : "an SMS could not be kept", {
        bank,
        reason: explain(error),
      });
      end(response, isTheirs ? 400 : 503, explain(error));
    }
  }

  async #takeMessage(bank: string, fields: Fields): Promise<void> {
    if (fields.type === "dev-status") return this.#takeStatus(bank, listOf(fields.status, "status"));
    // Others tell of what was sent and of calls.
    if (fields.type !== "recv-sms") return;
    for (const row of listOf(fields.sms, "sms")) await this.#takeRow(bank, row);
  }

  /** All cards of the bank: one that is not told of any more is gone. */
  #takeStatus(bank: string, rows: readonly unknown[]): void {
    const told = new Set<string>();
    for (const row of rows) {
      if (typeof row !== "object" || row === null)
        throw new Problem('"status" holds something else than ports.');
      const { port, st, imsi, iccid, sig } = row as Fields;
      const modem = modemOf(bank, port);
      if (st === NO_CARD || st === IDLE) continue;
      told.add(modem);
      this.#silence.hear(modem);
      this.#ports.seeModem(modem, {
        imsi: digitsOf(imsi),
        iccid: digitsOf(iccid),
        signalPercent: typeof sig === "number" ? percentOfCsq(sig) : null,
        isRegistered: IN_NETWORK.has(st),
      });
    }
    for (const modem of this.#silence.heard) {
      if (!modem.startsWith(`${bank}-`) || told.has(modem)) continue;
      this.#silence.forget(modem);
      this.#ports.loseModem(modem, "its card is out, or its slot is not switched on");
    }
  }

  /** [1 for a report of delivery, port, time in seconds, sender, receiver, text in base64]. */
  async #takeRow(bank: string, row: unknown): Promise<void> {
    if (!Array.isArray(row) || row.length < 6) throw new Problem('"sms" holds something else than SMS.');
    const [isReport, port, time, sender, , encoded] = row as unknown[];
    if (isReport === 1) return;
    const from = String(sender ?? "");
    const text = withoutHeading(Buffer.from(String(encoded ?? ""), "base64").toString("utf8"));
    const at = typeof time === "number" && time > 0 ? new Date(time * 1_000) : now();
    const eventId = `ejoin:${String(time)}:${wordsOf(from, text)}`;
    await this.#ports.takeSms({ eventId, modem: modemOf(bank, port), from, text, receivedAt: at });
  }

  /** The heading's SCTS is the network's time of the SMS: what is posted again has the same. */
  async #takeForm(bank: string, words: URLSearchParams, body: string): Promise<void> {
    const from = words.get("sender") ?? "";
    await this.#ports.takeSms({
      eventId: `ejoin:${wordsOf(from, body)}`,
      modem: modemOf(bank, words.get("port")),
      sim: digitsOf(words.get("iccid")) ?? undefined,
      from,
      text: withoutHeading(body),
      receivedAt: now(),
    });
  }
}

/** What the table of numbers takes as a modem's name together with the port. */
function isBankName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,30}$/.test(name);
}

/** Banks write the second slot of port 12 as 12.02 in one message and as 12B in another. */
function modemOf(bank: string, port: unknown): string {
  const name = String(port ?? "");
  if (!/^[A-Za-z0-9._-]{1,24}$/.test(name)) throw new Problem(`"${name.slice(0, 40)}" is no port.`);
  const [, number, slot] = /^(\d{1,4})([A-Z])$/.exec(name) ?? [];
  if (!number || !slot) return `${bank}-${name}`;
  return `${bank}-${number}.${String(slot.charCodeAt(0) - 64).padStart(2, "0")}`;
}

/** Newer banks put sender, receiver, SMSC and SCTS above the text, with an empty line between. */
function withoutHeading(text: string): string {
  const heading = /^Sender: [^\r\n]*\r?\n(?:[A-Za-z]+: [^\r\n]*\r?\n)+\r?\n/.exec(text);
  return heading ? text.slice(heading[0].length) : text;
}

function digitsOf(value: unknown): string | null {
  return typeof value === "string" && /^\d{6,22}F?$/i.test(value) ? value : null;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Problem(`"${name}" is no list.`);
  return value;
}

function end(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(words);
}
