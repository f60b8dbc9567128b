import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { ReceivedSms } from "#app/_partner-agent/inputs/input.ts";
import {
  listFiles,
  makeFolder,
  readIfThere,
  removeUnfinished,
  writeDurably,
} from "#app/_partner-agent/storage/disk.ts";

/** Parts that do not follow within this are given up: what came is pushed, a code is mostly in the first part. */
const WAIT_MS = 120_000;
const MISSING = "…";

type StoredPart = Omit<ReceivedSms, "receivedAt" | "part"> & { at: number; of: number; receivedAt: string };

/** Parts of SMS on the disk until all are there, a folder for each SMS. */
export class Parts {
  readonly #folder: string;
  readonly #keepSms: (sms: ReceivedSms) => Promise<void>;

  /** @param keepSms puts a whole SMS on the disk; the same event twice is one SMS */
  constructor(dataFolder: string, keepSms: (sms: ReceivedSms) => Promise<void>) {
    this.#folder = path.join(dataFolder, "parts");
    this.#keepSms = keepSms;
  }

  async open(): Promise<void> {
    await makeFolder(this.#folder);
  }

  /** Takes a part, and the whole SMS once it is complete. Returns when that is on the disk. */
  async add(sms: ReceivedSms): Promise<void> {
    const { part, receivedAt, ...rest } = sms;
    if (!part || part.of < 2) return this.#keepSms(sms);
    const folder = path.join(this.#folder, groupOf(sms));
    await makeFolder(folder);
    const stored: StoredPart = { ...rest, at: part.at, of: part.of, receivedAt: receivedAt.toISOString() };
    await writeDurably(path.join(folder, `${part.at}.json`), JSON.stringify(stored));
    const parts = await readParts(folder);
    if (parts.length === part.of) await this.#join(folder, parts);
  }

  /** Joins what a crash left complete, and what has waited for its missing parts too long. */
  async joinDue(nowMs: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const folder = path.join(this.#folder, name);
      await removeUnfinished(folder, nowMs);
      const parts = await readParts(folder);
      const [first] = parts;
      if (!first) await rm(folder, { recursive: true, force: true });
      else if (parts.length === first.of || oldestMs(parts) < nowMs - WAIT_MS)
        await this.#join(folder, parts);
    }
  }

  /** The joined SMS is an event of its own, named by its parts: a crash between the two steps doubles nothing. */
  async #join(folder: string, parts: readonly StoredPart[]): Promise<void> {
    const [first] = parts as [StoredPart];
    const texts = Array.from(
      { length: first.of },
      (_, at) => parts.find((part) => part.at === at + 1)?.text ?? MISSING,
    );
    await this.#keepSms({
      eventId: `parts:${parts.map(({ eventId }) => eventId).join(",")}`,
      modem: first.modem,
      sim: first.sim,
      from: first.from,
      text: texts.join(""),
      receivedAt: new Date(oldestMs(parts)),
    });
    await rm(folder, { recursive: true, force: true });
  }
}

function groupOf({ modem, from, part }: ReceivedSms): string {
  const group = JSON.stringify([modem, from, part?.reference, part?.of]);
  return createHash("sha256").update(group, "utf8").digest("hex").slice(0, 32);
}

async function readParts(folder: string): Promise<StoredPart[]> {
  const texts = await Promise.all(
    (await listFiles(folder)).map((name) => readIfThere(path.join(folder, name))),
  );
  const parts = texts.filter((text) => text !== null).map((text) => JSON.parse(text) as StoredPart);
  return parts.sort((one, other) => one.at - other.at);
}

function oldestMs(parts: readonly StoredPart[]): number {
  return Math.min(...parts.map(({ receivedAt }) => Date.parse(receivedAt)));
}
