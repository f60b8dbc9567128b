import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import {
  MachineFolder,
  type MachineModem,
  type PartnerMachine,
  type ProgramWords,
} from "#lib/testing/partner-machine/partner-machine.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const TELL_EVERY_MS = 3_000;

/** Modems that a program of the owner's tells the downloaded program of, by its HTTP input (docs/partner-program.md). */
export class HttpMachine implements PartnerMachine {
  readonly #machine = new MachineFolder();
  readonly #modems: readonly MachineModem[];
  readonly #token = randomBytes(12).toString("hex");
  #port = 0;
  #reporting: NodeJS.Timeout | undefined;

  constructor(modems: readonly MachineModem[]) {
    this.#modems = modems;
  }

  get download(): string {
    return path.join(this.#machine.folder("downloads"), "sms-den-modems.mjs");
  }

  async install({ steps, key, table }: ProgramWords): Promise<void> {
    this.#port = await findFreePort();
    const [url] = /https?:\/\/[^"]+/.exec(steps[2] ?? "") ?? [];
    const config = path.join(this.#machine.root, "config.json");
    const http = { port: this.#port, token: this.#token };
    const dataFolder = this.#machine.folder("data");
    writeFileSync(config, JSON.stringify({ url, key, dataFolder, inputs: { http } }));
    const csv = path.join(this.#machine.root, "sims.csv");
    writeFileSync(csv, `sim,number,country,operator,services,rent\n${table.join("\n")}\n`);
    const program = [process.execPath, this.download, "--config", config];
    execFileSync(program[0] ?? "", [...program.slice(1), "import", csv], { stdio: "ignore" });
    this.#machine.start("program", [...program, "run"]);
    this.#reporting = setInterval(() => void this.#tellAll().catch(() => {}), TELL_EVERY_MS);
  }

  async receive(modem: string, text: string): Promise<void> {
    await this.#tell("sms", { modem, id: randomBytes(6).toString("hex"), from: "Telegram", text });
  }

  async stop(): Promise<void> {
    clearInterval(this.#reporting);
    await this.#machine.stop();
  }

  async #tellAll(): Promise<void> {
    for (const { name } of this.#modems)
      await this.#tell("modem", { modem: name, signal: 70, registered: true });
  }

  async #tell(what: "sms" | "modem", body: object): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The program answers ${answer.status}: ${await answer.text()}`);
  }
}
