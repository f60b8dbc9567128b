import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { wordsOf } from "#app/_partner-agent/inputs/event-id.ts";
import type { Input, InputPorts } from "#app/_partner-agent/inputs/input.ts";
import { Loops } from "#app/_partner-agent/loops.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";
import { now } from "#lib/clock.ts";

const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 15_000;
const USSD_MS = 60_000;

const run = promisify(execFile);

type Fields = Readonly<Record<string, unknown>>;

/** mmcli of ModemManager, which asks it over D-Bus; another program in tests. */
export type ModemManagerOptions = { readonly program: string; readonly lookEveryMs?: number };

/** Modems of ModemManager: parts come joined, and an SMS is deleted in the modem once it is on the disk. A modem is called mm-<IMEI>. */
export class ModemManagerInput implements Input {
  readonly name = "ModemManager";
  readonly #options: ModemManagerOptions;
  readonly #ports: InputPorts;
  readonly #loops: Loops;
  /** Names by ModemManager's own paths, which change when a modem is plugged in again. */
  readonly #names = new Map<string, string>();

  constructor(options: ModemManagerOptions, ports: InputPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#loops = new Loops(ports.log);
  }

  async start(): Promise<void> {
    await listModemManagerModems(this.#options.program);
    this.#loops.start("ModemManager", this.#options.lookEveryMs ?? LOOK_EVERY_MS, () => this.#look());
  }

  stop(): Promise<void> {
    return this.#loops.stop();
  }

  async #look(): Promise<void> {
    const paths = await listModemManagerModems(this.#options.program);
    for (const [path, name] of this.#names) {
      if (paths.includes(path)) continue;
      this.#names.delete(path);
      this.#ports.loseModem(name, "ModemManager does not list it any more");
    }
    for (const path of paths) await this.#lookAt(path);
  }

  /** One modem that does not answer holds nobody else up for longer than a question. */
  async #lookAt(path: string): Promise<void> {
    try {
      const name = await this.#readState(path);
      if (name !== null) await this.#readSms(path, name);
    } catch (error) {
      this.#ports.log.warn("a modem of ModemManager does not answer", { path, reason: explain(error) });
    }
  }

  async #readState(path: string): Promise<string | null> {
    const modem = sectionOf(await this.#ask("-m", path), "modem");
    const generic = sectionOf(modem, "generic");
    const imei = textOf(generic["equipment-identifier"]);
    if (imei === null) return null;
    const name = `mm-${imei}`;
    this.#names.set(path, name);
    const sim = textOf(generic.sim);
    if (sim === null) {
      this.#ports.loseModem(name, "it has no SIM card");
      return null;
    }
    const card = sectionOf(sectionOf(await this.#ask("-i", sim), "sim"), "properties");
    const signal = Number(textOf(sectionOf(generic, "signal-quality").value) ?? Number.NaN);
    const registration = textOf(sectionOf(modem, "3gpp")["registration-state"]);
    this.#ports.seeModem(name, {
      imsi: textOf(card.imsi),
      iccid: textOf(card.iccid),
      signalPercent: signal >= 0 && signal <= 100 ? signal : null,
      isRegistered: registration === null ? null : /^(home|roaming)$/.test(registration),
    });
    return name;
  }

  async #readSms(path: string, modem: string): Promise<void> {
    const list = await this.#ask("-m", path, "--messaging-list-sms");
    for (const sms of textsOf(list["modem.messaging.sms"])) {
      const { content, properties } = smsOf(await this.#ask("-s", sms));
      // Parts of it are still on their way; what was sent from the modem is not ours.
      if (properties.state !== "received") continue;
      const [from, text] = [textOf(content.number) ?? "", String(content.text ?? "")];
      await this.#ports.takeSms({
        eventId: `mm:${wordsOf(String(properties.timestamp ?? ""), from, text)}`,
        ...{ modem, from, text },
        receivedAt: now(),
      });
      await run(this.#options.program, ["-m", path, `--messaging-delete-sms=${sms}`], { timeout: ANSWER_MS });
    }
  }

  #ask(...words: string[]): Promise<Fields> {
    return ask(this.#options.program, words);
  }
}

async function ask(program: string, words: readonly string[]): Promise<Fields> {
  const { stdout } = await run(program, [...words, "-J"], { timeout: ANSWER_MS });
  return JSON.parse(stdout) as Fields;
}

/** ModemManager's paths of its modems. Throws a Problem when it does not answer. */
export async function listModemManagerModems(program: string): Promise<readonly string[]> {
  try {
    return textsOf((await ask(program, ["-L"]))["modem-list"]);
  } catch (error) {
    throw new Problem(`ModemManager does not answer (apt-get install modemmanager): ${explain(error)}`);
  }
}

/** What the network answers to a code such as `*123#`. Throws a Problem when the modem is not there or the network refuses. */
export async function askModemManagerUssd(program: string, imei: string, code: string): Promise<string> {
  const options = { timeout: USSD_MS };
  try {
    const { stdout } = await run(program, ["-m", imei, `--3gpp-ussd-initiate=${code}`], options);
    return stdout.trim();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Problem(`The modem ${imei} has no answer to ${code}: ${stderr?.trim() || explain(error)}`);
  }
}

function smsOf(answer: Fields): { content: Fields; properties: Fields } {
  const sms = sectionOf(answer, "sms");
  return { content: sectionOf(sms, "content"), properties: sectionOf(sms, "properties") };
}

function sectionOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** mmcli writes -- for what it does not know. */
function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value !== "--" ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
