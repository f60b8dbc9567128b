import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpListener, isSecret, parseObject, readBody } from "#app/_partner-agent/inputs/http-listener.ts";
import type { Input, InputPorts, SmsPart } from "#app/_partner-agent/inputs/input.ts";
import { Silence } from "#app/_partner-agent/inputs/silence.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { now } from "#lib/clock.ts";

const BODY_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 1_000;

export type HttpOptions = {
  /** On 127.0.0.1 alone; 0 takes a free one. */
  readonly port: number;
  /** `Authorization: Bearer <token>`; null asks for none. */
  readonly token: string | null;
  /** A modem that has not been reported for so long is gone. */
  readonly silentSeconds: number;
};

type Fields = Readonly<Record<string, unknown>>;

/** For programs of one's own: POST /sms and POST /modem with JSON on loopback. Answers SUCCESS once the SMS is on the disk. */
export class HttpInput implements Input {
  readonly name = "http";
  readonly #options: HttpOptions;
  readonly #ports: InputPorts;
  readonly #loops: Loops;
  readonly #silence: Silence;
  readonly #listener: HttpListener;

  constructor(options: HttpOptions, ports: InputPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#loops = new Loops(ports.log);
    this.#silence = new Silence(ports, {
      silentMs: options.silentSeconds * 1_000,
      why: `it was not reported for ${options.silentSeconds} s`,
    });
    this.#listener = new HttpListener((request, response) => this.#answer(request, response));
  }

  get port(): number {
    return this.#listener.port;
  }

  async start(): Promise<void> {
    const { port } = this.#options;
    await this.#listener.start({ port, host: "127.0.0.1", member: "inputs.http.port" });
    this.#loops.start("silent modems", LOOK_EVERY_MS, () => this.#silence.loseSilent());
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
    await this.#loops.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusalOf(request);
    if (refusal) {
      request.resume();
      return send(response, refusal.status, refusal.message);
    }
    try {
      const fields = parseObject(await readBody(request, BODY_BYTES));
      if (request.url === "/sms") await this.#takeSms(fields);
      else this.#takeModem(fields);
      send(response, 200, null);
    } catch (error) {
      const isTheirs = error instanceof Problem;
      if (!isTheirs) this.#ports.log.warn("an SMS could not be kept", { reason: explain(error) });
      send(response, isTheirs ? 400 : 503, explain(error));
    }
  }

  /** A page in the owner's browser can reach loopback too: it can neither set this type nor this host. */
  #refusalOf(request: IncomingMessage): { status: number; message: string } | null {
    const { method, url, headers } = request;
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? ""))
      return { status: 403, message: "Only programs on this machine are answered." };
    if (method !== "POST" || (url !== "/sms" && url !== "/modem"))
      return { status: 404, message: "There are POST /sms and POST /modem." };
    if (!headers["content-type"]?.startsWith("application/json"))
      return { status: 415, message: "The Content-Type is application/json." };
    const { token } = this.#options;
    if (token !== null && !isSecret(headers.authorization ?? "", `Bearer ${token}`))
      return { status: 401, message: "The header Authorization is not Bearer with inputs.http.token." };
    return null;
  }

  async #takeSms(fields: Fields): Promise<void> {
    const id = optional(fields, "id", 200);
    const receivedAt = optional(fields, "receivedAt", 40);
    const at = receivedAt === undefined ? now() : new Date(receivedAt);
    if (Number.isNaN(at.getTime()))
      throw new Problem('"receivedAt" is no time such as 2026-11-25T12:00:00Z.');
    await this.#ports.takeSms({
      eventId: `http:${id ?? randomUUID()}`,
      modem: needed(fields, "modem", 60),
      sim: optional(fields, "sim", 30),
      from: needed(fields, "from", 100),
      text: typeof fields.text === "string" ? fields.text : needed(fields, "text", BODY_BYTES),
      receivedAt: at,
      part: readPart(fields.part),
    });
  }

  #takeModem(fields: Fields): void {
    const modem = needed(fields, "modem", 60);
    if (fields.online === false) {
      this.#silence.forget(modem);
      this.#ports.loseModem(modem, "it was reported as gone");
      return;
    }
    const { signal, registered } = fields;
    const isPercent = typeof signal === "number" && signal >= 0 && signal <= 100;
    if (signal !== undefined && !isPercent) throw new Problem('"signal" is a percentage, 0 to 100.');
    if (registered !== undefined && typeof registered !== "boolean")
      throw new Problem('"registered" is true or false.');
    this.#silence.hear(modem);
    this.#ports.seeModem(modem, {
      imsi: optional(fields, "imsi", 15) ?? null,
      iccid: optional(fields, "iccid", 22) ?? null,
      signalPercent: isPercent ? Math.round(signal) : null,
      isRegistered: registered ?? null,
    });
  }
}

function needed(fields: Fields, name: string, lengthMax: number): string {
  const value = optional(fields, name, lengthMax);
  if (value === undefined || value === "") throw new Problem(`"${name}" is missing.`);
  return value;
}

/** Digits may come as a number: modems' names and senders often are some. */
function optional(fields: Fields, name: string, lengthMax: number): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  const isText = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
  if (!isText || String(value).length > lengthMax)
    throw new Problem(`"${name}" is a text of at most ${lengthMax} characters.`);
  return String(value);
}

function readPart(value: unknown): SmsPart | undefined {
  if (value === undefined || value === null) return undefined;
  const { reference, at, of } = value as Record<string, unknown>;
  const isRange = Number.isInteger(at) && Number.isInteger(of) && Number(at) >= 1 && Number(of) <= 255;
  if (reference === undefined || !isRange || Number(at) > Number(of))
    throw new Problem('"part" is {"reference": ..., "at": 1 to of, "of": up to 255}.');
  return { reference: String(reference), at: Number(at), of: Number(of) };
}

function send(response: ServerResponse, status: number, message: string | null): void {
  const body = message === null ? { status: "SUCCESS" } : { status: "ERROR", message };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
