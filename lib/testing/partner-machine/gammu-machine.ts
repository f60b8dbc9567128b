import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  MachineFolder,
  type MachineModem,
  type PartnerMachine,
  type ProgramWords,
} from "#lib/testing/partner-machine/partner-machine.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

/** What only root may do, or what would change this machine; the rest is done as the page says it. */
const STAND_INS: Readonly<Record<string, string>> = {
  "apt-get": "exit 0",
  useradd: "exit 0",
  sudo: 'shift 2\nexec "$@"',
  systemctl: 'echo "$*" >> "$MACHINE/systemctl"',
  install: `words=()
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then shift 2; else words+=("$1"); shift; fi
done
exec "$REAL_INSTALL" "\${words[@]}"`,
};

/** Folders of the page's words that are the machine's own here. */
const OWN_PATH = /(^|[\s"'=])\/(etc|opt|var\/lib|dev\/serial)\//gm;

/**
 * Modems of gammu's dummy driver under the real gammu-smsd. What the page says is typed into a shell, word for word, but for the folders in
 * front of its paths, the kind of the modems and the lines of the table.
 */
export class GammuMachine implements PartnerMachine {
  readonly #machine = new MachineFolder();
  readonly #modems: readonly MachineModem[];
  /** The page's own `alias`, for the lines behind it. */
  #alias = "";

  constructor(modems: readonly MachineModem[]) {
    this.#modems = modems;
    const folder = this.#machine.folder("bin");
    for (const [name, text] of Object.entries(STAND_INS))
      writeFileSync(path.join(folder, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
    symlinkSync(process.execPath, path.join(folder, "node"));
    this.#machine.folder("etc", "systemd", "system");
    for (const { name } of modems) this.#machine.folder("dev", "serial", "by-path", name);
  }

  get download(): string {
    return path.join(this.#machine.folder("downloads"), "sms-den-modems.mjs");
  }

  async install({ steps, key, table }: ProgramWords): Promise<void> {
    const [install = "", keyStep = "", configure = "", modems = "", tableStep = "", start = ""] = steps;
    this.#type(install);
    this.#alias = this.#aliasOf(install);
    this.#type(keyStep, key);
    this.#type(configure);
    this.#moveFolders();
    for (const { name } of this.#modems) this.#connect(modems, name);
    this.#type(tableStep.replace(/^(sim,number.*\n)[\s\S]*?(?=^EOF$)/m, `$1${table.join("\n")}\n`));
    for (const line of start.split("\n")) this.#typeLine(line);
  }

  async receive(modem: string, text: string): Promise<void> {
    const file = this.#here(`/etc/sms-den-modems/gammu/${modem}.conf`);
    const sms = ["-folder", "1", "-unread", "-sender", "Telegram", "-text", text];
    execFileSync("gammu", ["-c", file, "savesms", "TEXT", ...sms], { stdio: "ignore" });
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  #here(text: string): string {
    return text.replaceAll(OWN_PATH, `$1${this.#machine.root}/$2/`);
  }

  #aliasOf(text: string): string {
    const [alias] = /^alias .+$/m.exec(this.#here(text)) ?? [];
    if (!alias) throw new Error("The page's first step says no alias");
    return alias.replace(/'$/, ` --config ${this.#here("/etc/sms-den-modems/config.json")}'`);
  }

  /** Types it into a shell and returns what it prints; `input` is pasted. Throws when a command fails. */
  #type(text: string, input?: string): string {
    const { root } = this.#machine;
    const script = path.join(root, "typed.sh");
    writeFileSync(script, `${this.#alias}\n${input === undefined ? "" : "cat | "}${this.#here(text)}\n`);
    const env = childEnvironment({
      ...{ MACHINE: root, REAL_INSTALL: "/usr/bin/install", LC_ALL: "C" },
      PATH: `${path.join(root, "bin")}:${process.env.PATH}`,
    });
    const said = spawnSync("bash", ["-O", "expand_aliases", "-e", script], {
      ...{ cwd: path.dirname(this.download), env, encoding: "utf8" },
      input: input === undefined ? "" : `${input}\n`,
    });
    if (said.status !== 0) throw new Error(`${text}\n${said.stdout}${said.stderr}`);
    return said.stdout;
  }

  /** One line of the page, and what the page asks to be done with its output. */
  #typeLine(line: string): void {
    // Before the sale begins the site says that it is paused, and the status is no success.
    const said = this.#type(line.endsWith(" status") ? `${line} || true` : line);
    for (const unit of said.split(/^# (?=\/etc\/systemd\/)/m).slice(1)) {
      const [file = "", ...text] = unit.split("\n");
      writeFileSync(this.#here(file), text.join("\n"));
    }
    this.#startEnabled();
  }

  /** The page's defaults lie outside of this folder. */
  #moveFolders(): void {
    const file = this.#here("/etc/sms-den-modems/config.json");
    const config = JSON.parse(readFileSync(file, "utf8")) as { inputs: { gammu: object } };
    config.inputs.gammu = { folder: this.#here("/etc/sms-den-modems/gammu") };
    const dataFolder = this.#here("/var/lib/sms-den-modems/").replace(/\/$/, "");
    writeFileSync(file, JSON.stringify({ ...config, dataFolder }));
  }

  #connect(words: string, name: string): void {
    const own = words.replaceAll(/\bm1\b/g, name).replace("by-path/...", `by-path/${name}`);
    for (const line of own.split("\n")) {
      this.#typeLine(line);
      if (/^modems gammu-conf /.test(line)) this.#makeDummy(name);
    }
  }

  #makeDummy(name: string): void {
    const file = this.#here(`/etc/sms-den-modems/gammu/${name}.conf`);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("connection = at", "connection = none\nmodel = dummy"));
  }

  /** Starts what `systemctl enable --now` was asked for, by the units that the program printed. */
  #startEnabled(): void {
    const asked = path.join(this.#machine.root, "systemctl");
    const lines = this.#readIfThere(asked).split("\n");
    rmSync(asked, { force: true });
    for (const line of lines) {
      const [, template = "", instance = ""] = /^enable --now ([\w-]+@?)(\w*)$/.exec(line) ?? [];
      if (template === "") continue;
      const unit = readFileSync(this.#here(`/etc/systemd/system/${template}.service`), "utf8");
      const [, command = ""] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
      this.#machine.start(`${template}${instance}`, command.replaceAll("%i", instance).split(" "));
    }
  }

  #readIfThere(file: string): string {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  }
}
