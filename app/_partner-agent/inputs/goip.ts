import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { wordsOf } from "#app/_partner-agent/inputs/event-id.ts";
import type { Input, InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { percentOfCsq } from "#app/_partner-agent/inputs/signal.ts";
import { Silence } from "#app/_partner-agent/inputs/silence.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { now } from "#lib/clock.ts";

const LOOK_EVERY_MS = 1_000;
/** A line says that it is alive every half minute. */
const SILENT_MS = 75_000;

export type GoipOptions = { readonly host: string; readonly port: number; readonly password: string };

/** GoIP and DBL SIM banks: each line talks to this UDP port (their "SMS server"). An SMS is confirmed once it is on the disk. */
export class GoipInput implements Input {
  readonly name = "goip";
  readonly #options: GoipOptions;
  readonly #ports: InputPorts;
  readonly #loops: Loops;
  readonly #silence: Silence;
  readonly #socket: Socket;

  constructor(options: GoipOptions, ports: InputPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#loops = new Loops(ports.log);
    this.#silence = new Silence(ports, {
      silentMs: SILENT_MS,
      why: "the SIM bank does not report it any more",
    });
    this.#socket = createSocket("udp4");
    this.#socket.on("message", (bytes, from) => {
      this.#take(bytes.toString("utf8"), from).catch((error: unknown) => {
        // The line sends it again until it is confirmed.
        ports.log.warn("a message of a SIM bank could not be kept", { reason: explain(error) });
      });
    });
  }

  get port(): number {
    return this.#socket.address().port;
  }

  async start(): Promise<void> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#socket.once("error", (error) =>
        reject(new Problem(`UDP port ${port} (inputs.goip) cannot be listened on: ${error.message}`)),
      );
      this.#socket.bind(port, host, resolve);
    });
    this.#socket.removeAllListeners("error");
    this.#socket.on("error", (error) =>
      this.#ports.log.warn("the UDP port failed", { reason: error.message }),
    );
    this.#loops.start("silent lines", LOOK_EVERY_MS, () => this.#silence.loseSilent());
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(resolve));
    await this.#loops.stop();
  }

  async #take(text: string, from: RemoteInfo): Promise<void> {
    const message = parseGoip(text);
    const line = message?.fields.get("id") ?? "";
    if (!message || line === "") return;
    if ((message.fields.get("pass") ?? message.fields.get("password")) !== this.#options.password)
      return this.#ports.log.warn("a line of a SIM bank has another password", {
        line,
        address: from.address,
      });
    if (message.verb === "req") {
      this.#takeState(line, message.fields);
      return this.#reply(`reg:${message.id};status:200;`, from);
    }
    await this.#takeSms(line, message);
    return this.#reply(`RECEIVE ${message.id} OK\n`, from);
  }

  #takeState(line: string, fields: ReadonlyMap<string, string>): void {
    const csq = Number(fields.get("signal") ?? Number.NaN);
    const status = fields.get("gsm_status");
    this.#silence.hear(line);
    this.#ports.seeModem(line, {
      imsi: fields.get("imsi") || null,
      iccid: fields.get("iccid") || null,
      signalPercent: percentOfCsq(csq),
      isRegistered: status === undefined ? null : status === "LOGIN",
    });
  }

  /** An SMS that is sent again has the same id and words, and is the same SMS. */
  async #takeSms(line: string, { id, fields, text }: GoipMessage): Promise<void> {
    const sender = fields.get("srcnum") ?? "";
    await this.#ports.takeSms({
      eventId: `goip:${id}:${wordsOf(sender, text)}`,
      modem: line,
      from: sender,
      text,
      receivedAt: now(),
    });
  }

  #reply(text: string, { port, address }: RemoteInfo): void {
    this.#socket.send(text, port, address);
  }
}

type GoipMessage = {
  readonly verb: "req" | "RECEIVE";
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly text: string;
};

/** `req:1;id:line;pass:...;` and `RECEIVE:1;id:line;password:...;srcnum:...;msg:text`, whose text may hold any sign. */
export function parseGoip(message: string): GoipMessage | null {
  const [, verb, id] = /^(req|RECEIVE):(\d{1,20});/.exec(message) ?? [];
  if (!verb || !id) return null;
  const textAt = verb === "RECEIVE" ? message.indexOf(";msg:") : -1;
  if (verb === "RECEIVE" && textAt < 0) return null;
  const head = textAt < 0 ? message : message.slice(0, textAt);
  const fields = new Map(
    head.split(";").flatMap((field): [string, string][] => {
      const colon = field.indexOf(":");
      return colon < 0 ? [] : [[field.slice(0, colon), field.slice(colon + 1).trim()]];
    }),
  );
  return { verb: verb as GoipMessage["verb"], id, fields, text: textAt < 0 ? "" : message.slice(textAt + 5) };
}
