import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Inputs, readInputs } from "#app/_partner-agent/config-inputs.ts";
import { type Members, Reader } from "#app/_partner-agent/config-reader.ts";
import { explain, Problem } from "#app/_partner-agent/problem.ts";

export const DEFAULT_CONFIG_FILE = "/etc/sms-den-modems/config.json";

export type Config = Inputs & {
  /** Where the site is, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly dataFolder: string;
  readonly logTexts: boolean;
  readonly keepSentHours: number;
  readonly settleSeconds: number;
};

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
  const dataFolder = reader.folder(members, "dataFolder", "", "/var/lib/sms-den-modems");
  // The path of a Unix socket has 107 bytes at most.
  if (controlSocket(dataFolder).length > 100)
    reader.faults.push(`"dataFolder" is too long: 85 characters at most`);
  return {
    url: readUrl(reader, members),
    key: await readKey(reader, members),
    dataFolder,
    ...readInputs(reader, reader.section(members, "inputs") ?? {}),
    logTexts: reader.flag(members, "logTexts", ""),
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
