import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { listFiles } from "#app/_partner-agent/storage/disk.ts";

/** A modem's configuration for gammu-smsd, as far as this program looks at it. */
export type GammuModem = {
  /** `PhoneID`. */
  readonly name: string;
  readonly file: string;
  readonly device: string;
  readonly service: string;
  readonly runOnReceive: string;
};

/** The modems of a folder: one file `<name>.conf` each. A file without PhoneID is called by its name. */
export async function listGammuModems(folder: string): Promise<GammuModem[]> {
  const names = await listFiles(folder, ".conf");
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const settings = parseSettings(await readFile(file, "utf8"));
      return {
        name: settings.get("smsd.phoneid") ?? name.replace(/\.conf$/, ""),
        file,
        device: settings.get("gammu.device") ?? settings.get("gammu.port") ?? "",
        service: settings.get("smsd.service") ?? "",
        runOnReceive: settings.get("smsd.runonreceive") ?? "",
      };
    }),
  );
}

/** `section.name` in small letters to value. */
function parseSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  let section = "";
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const heading = /^\[(.+)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim().toLowerCase();
    const [, name, value] = /^([^#;=[]+?)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined)
      settings.set(`${section}.${name.toLowerCase()}`, value.trim());
  }
  return settings;
}

/**
 * The configuration files of the gammu-smsd that run now, with their processes. Null where the system does not list processes
 * (no /proc): then nobody can say that one is gone.
 */
export async function findRunningSmsd(): Promise<ReadonlyMap<string, number> | null> {
  const names = await readdir("/proc").catch(() => null);
  if (!names) return null;
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = (await Promise.all(pids.map(readSmsd))).filter((one) => one !== null);
  // What it runs at an SMS is called as itself until the hook begins: a second process of a moment, and no new gammu-smsd.
  const isItsOwn = ({ parentPid, file }: RunningSmsd) =>
    found.some((other) => other.pid === parentPid && other.file === file);
  return new Map(found.filter((one) => !isItsOwn(one)).map(({ file, pid }) => [file, pid]));
}

type RunningSmsd = { readonly pid: number; readonly parentPid: number; readonly file: string };

async function readSmsd(pid: number): Promise<RunningSmsd | null> {
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  if (path.basename(words[0] ?? "") !== "gammu-smsd") return null;
  const file = configOf(words);
  if (!file) return null;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return { pid, parentPid: Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0), file: path.resolve(file) };
}

/** `-c FILE`, `-cFILE`, `--config FILE` or `--config=FILE`. */
function configOf(words: readonly string[]): string | undefined {
  for (const [at, word] of words.entries()) {
    if (word === "-c" || word === "--config") return words[at + 1];
    const joined = /^(?:-c|--config=)(.+)$/.exec(word)?.[1];
    if (joined) return joined;
  }
  return undefined;
}
