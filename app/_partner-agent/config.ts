import { readFile } from "node:fs/promises";
import path from "node:path";
import { explain, Problem } from "#app/_partner-agent/problem.ts";

export const DEFAULT_CONFIG_FILE = "/etc/sms-den-modems/config.json";

export type Config = {
  /** Where the site is, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly dataFolder: string;
  readonly gammu: { readonly folder: string } | null;
  readonly http: {
    readonly port: number;
    readonly token: string | null;
    readonly silentSeconds: number;
  } | null;
  readonly goip: { readonly host: string; readonly port: number; readonly password: string } | null;
  readonly logTexts: boolean;
  readonly keepSentHours: number;
  readonly settleSeconds: number;
};

type Members = Readonly<Record<string, unknown>>;

/** Reads the configuration. Throws a Problem that names every member that is wrong. */
export async function readConfig(file: string): Promise<Config> {
  const members = parseMembers(await readText(file, "configuration"), file);
  const reader = new Reader();
  const config = await readMembers(reader, members);
  if (reader.faults.length === 0 && config) return config;
  throw new Problem([`${file} is not right:`, ...reader.faults.map((fault) => `- ${fault}`)].join("\n"));
}

/** Where the hook leaves SMS. */
export function incomingFolder(dataFolder: string): string {
  return path.join(dataFolder, "incoming");
}

/** Where `status` asks a running program. */
export function controlSocket(dataFolder: string): string {
  return path.join(dataFolder, "control.sock");
}

async function readMembers(reader: Reader, members: Members): Promise<Config | null> {
  const top = "url key keyFile dataFolder inputs logTexts keepSentHours settleSeconds".split(" ");
  reader.mustBeKnown(members, "", top);
  const inputs = reader.section(members, "inputs") ?? {};
  reader.mustBeKnown(inputs, "inputs.", ["gammu", "http", "goip"]);
  const gammu = reader.section(inputs, "gammu", "inputs.");
  const http = reader.section(inputs, "http", "inputs.");
  const goip = reader.section(inputs, "goip", "inputs.");
  reader.mustBeKnown(gammu ?? {}, "inputs.gammu.", ["folder"]);
  reader.mustBeKnown(http ?? {}, "inputs.http.", ["port", "token", "silentSeconds"]);
  reader.mustBeKnown(goip ?? {}, "inputs.goip.", ["host", "port", "password"]);
  if (!gammu && !http && !goip)
    reader.faults.push('"inputs" names none of gammu, http and goip: nothing would be received');
  const dataFolder = reader.folder(members, "dataFolder", "", "/var/lib/sms-den-modems");
  // The path of a Unix socket has 107 bytes at most.
  if (controlSocket(dataFolder).length > 100)
    reader.faults.push(`"dataFolder" is too long: 85 characters at most`);
  return {
    url: readUrl(reader, members),
    key: await readKey(reader, members),
    dataFolder,
    gammu: gammu && { folder: reader.folder(gammu, "folder", "inputs.gammu.", "/etc/sms-den-modems/gammu") },
    http: http && {
      port: reader.integer(http, "port", "inputs.http.", { from: 0, to: 65_535, or: 8_089 }),
      token: reader.text(http, "token", "inputs.http.") ?? null,
      silentSeconds: reader.integer(http, "silentSeconds", "inputs.http.", { from: 2, to: 3_600, or: 20 }),
    },
    goip: goip && {
      host: reader.text(goip, "host", "inputs.goip.") ?? "0.0.0.0",
      port: reader.integer(goip, "port", "inputs.goip.", { from: 0, to: 65_535, or: 44_444 }),
      password: reader.text(goip, "password", "inputs.goip.") ?? reader.lack("inputs.goip.password"),
    },
    logTexts: reader.flag(members, "logTexts"),
    keepSentHours: reader.integer(members, "keepSentHours", "", { from: 1, to: 720, or: 24 }),
    settleSeconds: reader.integer(members, "settleSeconds", "", { from: 0, to: 600, or: 5 }),
  };
}

function readUrl(reader: Reader, members: Members): string {
  const text = reader.text(members, "url", "") ?? reader.lack("url");
  const url = safeUrl(text);
  if (text === "") return "";
  if (!url || !/^https?:$/.test(url.protocol))
    reader.faults.push(`"url" is "${text}": write https://... of the site`);
  else if (url.protocol === "http:" && !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
    reader.faults.push(`"url" is "${text}": over http: anybody on the way could read the key; write https:`);
  return text.replace(/\/+$/, "");
}

function safeUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

async function readKey(reader: Reader, members: Members): Promise<string> {
  const file = reader.text(members, "keyFile", "");
  const own = reader.text(members, "key", "");
  if ((file === undefined) === (own === undefined)) {
    reader.faults.push('exactly one of "keyFile" (a file with the key alone in it) and "key" is needed');
    return "";
  }
  const text = file === undefined ? own : await readKeyFile(reader, file);
  const key = (text ?? "").trim();
  if (key === "" || key.length > 200 || /\s/.test(key))
    reader.faults.push("the key is empty, or has spaces in it");
  return key;
}

async function readKeyFile(reader: Reader, file: string): Promise<string> {
  try {
    return await readText(file, "key");
  } catch (error) {
    reader.faults.push(`"keyFile": ${explain(error)}`);
    return "-";
  }
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "is missing" : code === "EACCES" ? "may not be read by this user" : code;
    throw new Problem(`The ${what} ${file} ${why}.`);
  }
}

function parseMembers(text: string, file: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  } catch (error) {
    throw new Problem(`${file} is not JSON: ${(error as Error).message}`);
  }
  throw new Problem(`${file} is not a JSON object: it begins with { and ends with }.`);
}

/** Reads members one by one and keeps what is wrong, so that all of it is said at once. */
class Reader {
  readonly faults: string[] = [];

  mustBeKnown(members: Members, prefix: string, known: readonly string[]): void {
    for (const name of Object.keys(members))
      if (!known.includes(name))
        this.faults.push(`"${prefix}${name}" is not known; there are ${known.join(", ")}`);
  }

  lack(name: string): string {
    this.faults.push(`"${name}" is missing`);
    return "";
  }

  section(members: Members, name: string, prefix = ""): Members | null {
    const value = members[name] ?? null;
    if (value === null || (typeof value === "object" && !Array.isArray(value)))
      return value as Members | null;
    this.faults.push(`"${prefix}${name}" is no object {...}`);
    return null;
  }

  text(members: Members, name: string, prefix: string): string | undefined {
    const value = members[name];
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
    this.faults.push(`"${prefix}${name}" is no text in quotes`);
    return undefined;
  }

  folder(members: Members, name: string, prefix: string, otherwise: string): string {
    const value = this.text(members, name, prefix) ?? otherwise;
    if (!path.isAbsolute(value))
      this.faults.push(`"${prefix}${name}" is "${value}": write the whole path from /`);
    return value;
  }

  integer(
    members: Members,
    name: string,
    prefix: string,
    range: { from: number; to: number; or: number },
  ): number {
    const value = members[name] ?? range.or;
    if (typeof value === "number" && Number.isInteger(value) && value >= range.from && value <= range.to)
      return value;
    this.faults.push(`"${prefix}${name}" is no whole number from ${range.from} to ${range.to}`);
    return range.or;
  }

  flag(members: Members, name: string): boolean {
    const value = members[name] ?? false;
    if (typeof value === "boolean") return value;
    this.faults.push(`"${name}" is neither true nor false`);
    return false;
  }
}
