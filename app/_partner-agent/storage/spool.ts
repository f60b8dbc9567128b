import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { ReceivedSms } from "#app/_partner-agent/inputs/input.ts";
import {
  isThere,
  listFiles,
  makeFolder,
  moveDurably,
  readIfThere,
  removeUnfinished,
  writeDurably,
} from "#app/_partner-agent/storage/disk.ts";

/** A whole SMS that is to be pushed. Its id never changes, so that the platform counts it once. */
export type SpooledSms = {
  /** 1 to 2^63-1, digits as text: larger than JavaScript's exact integers. */
  readonly smsId: string;
  readonly modem: string;
  readonly sim: string | null;
  /** The receiving number; null until the table of numbers names it. */
  readonly number: number | null;
  readonly from: string;
  readonly text: string;
  /** RFC 3339. */
  readonly receivedAt: string;
  /** Why it was refused for good. */
  readonly refusal?: string;
};

/** `pending` is to be pushed, `refused` was refused for good, `sent` is kept for `replay`, `damaged` cannot be read. */
export type SpoolPlace = "pending" | "refused" | "sent" | "damaged";
const PLACES: readonly SpoolPlace[] = ["pending", "refused", "sent", "damaged"];

/** The id of an SMS: 63 bits of the SHA-256 of its event, so that an event that comes again is the same SMS. */
export function smsIdOf(modem: string, eventId: string): string {
  const digest = createHash("sha256").update(`${modem}\n${eventId}`, "utf8").digest();
  const id = digest.readBigUInt64BE() >> 1n;
  return String(id === 0n ? 1n : id);
}

/** SMS on the disk, one file each; what lies there after a crash is all there is to know. */
export class Spool {
  readonly #folder: string;
  readonly #pending = new Map<string, SpooledSms>();
  /**
   * Ids whose file is on its way to or from `pending`. What comes for the same id waits, so that an SMS that is received twice at
   * once is there once; and a look at the folder leaves it out, since it would find what is no longer due.
   */
  readonly #moving = new Map<string, Promise<unknown>>();

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, "spool");
  }

  async open(nowMs: number): Promise<void> {
    for (const place of PLACES) {
      await makeFolder(this.#folderOf(place));
      await removeUnfinished(this.#folderOf(place), nowMs);
    }
    await this.rescan();
  }

  /** What is to be pushed, the oldest first. */
  get pending(): readonly SpooledSms[] {
    return [...this.#pending.values()].sort((one, other) => one.receivedAt.localeCompare(other.receivedAt));
  }

  /** Puts an SMS on the disk. One that is there already, also as sent or refused, is not put there again: false. */
  async add(sms: ReceivedSms, number: number | null): Promise<boolean> {
    const smsId = smsIdOf(sms.modem, sms.eventId);
    return this.#inTurn(smsId, async () => {
      for (const place of ["pending", "sent", "refused"] as const)
        if (await isThere(this.#fileOf(place, smsId))) return false;
      const { modem, sim = null, from, text } = sms;
      const spooled = { smsId, modem, sim, number, from, text, receivedAt: sms.receivedAt.toISOString() };
      await writeDurably(this.#fileOf("pending", smsId), JSON.stringify(spooled));
      this.#pending.set(smsId, spooled);
      return true;
    });
  }

  /** The platform has it. */
  async markSent({ smsId }: SpooledSms): Promise<void> {
    await this.#inTurn(smsId, async () => {
      this.#pending.delete(smsId);
      await moveDurably(this.#fileOf("pending", smsId), this.#fileOf("sent", smsId));
    });
  }

  /** The platform will never take it: set aside with the reason, for a person to look at. */
  async setAside(sms: SpooledSms, refusal: string): Promise<void> {
    await writeDurably(this.#fileOf("refused", sms.smsId), JSON.stringify({ ...sms, refusal }));
    await rm(this.#fileOf("pending", sms.smsId), { force: true });
    this.#pending.delete(sms.smsId);
  }

  /** Makes SMS of another place pending again, with the ids they had. Returns how many. */
  async replay(from: "refused" | "sent", isWanted: (sms: SpooledSms) => boolean): Promise<number> {
    let count = 0;
    for (const name of await listFiles(this.#folderOf(from))) {
      const sms = await this.#read(from, name);
      if (!sms || !isWanted(sms)) continue;
      await moveDurably(this.#fileOf(from, sms.smsId), this.#fileOf("pending", sms.smsId));
      count += 1;
    }
    return count;
  }

  /** Finds what another process made pending. */
  async rescan(): Promise<void> {
    for (const name of await listFiles(this.#folderOf("pending"))) {
      const smsId = name.replace(/\.json$/, "");
      if (this.#pending.has(smsId) || this.#moving.has(smsId)) continue;
      const sms = await this.#read("pending", name);
      if (sms) this.#pending.set(sms.smsId, sms);
    }
  }

  /** One move of an id at a time, in the order in which they were asked for. */
  async #inTurn<Result>(smsId: string, move: () => Promise<Result>): Promise<Result> {
    const before = this.#moving.get(smsId) ?? Promise.resolve();
    const turn = before.catch(() => {}).then(move);
    this.#moving.set(smsId, turn);
    try {
      return await turn;
    } finally {
      if (this.#moving.get(smsId) === turn) this.#moving.delete(smsId);
    }
  }

  async count(place: SpoolPlace): Promise<number> {
    return (await listFiles(this.#folderOf(place))).length;
  }

  /** Forgets what was sent before that moment. */
  async forgetSent(beforeMs: number): Promise<void> {
    for (const name of await listFiles(this.#folderOf("sent"))) {
      const file = path.join(this.#folderOf("sent"), name);
      const state = await stat(file).catch(() => null);
      if (state && state.ctimeMs < beforeMs) await rm(file, { force: true });
    }
  }

  /** An SMS from its file; a file that is none is set aside, so that it does not stop the others. */
  async #read(place: SpoolPlace, name: string): Promise<SpooledSms | null> {
    const file = path.join(this.#folderOf(place), name);
    const text = await readIfThere(file);
    if (text === null) return null;
    const sms = parseSms(text);
    if (sms && `${sms.smsId}.json` === name) return sms;
    await moveDurably(file, path.join(this.#folderOf("damaged"), name));
    return null;
  }

  #folderOf(place: SpoolPlace): string {
    return path.join(this.#folder, place);
  }

  #fileOf(place: SpoolPlace, smsId: string): string {
    return path.join(this.#folderOf(place), `${smsId}.json`);
  }
}

function parseSms(text: string): SpooledSms | null {
  try {
    const sms = JSON.parse(text) as Record<string, unknown>;
    const words = [sms.smsId, sms.modem, sms.from, sms.text, sms.receivedAt];
    const isWhole = words.every((word) => typeof word === "string") && /^\d{1,19}$/.test(String(sms.smsId));
    return isWhole && (sms.number === null || Number.isSafeInteger(sms.number))
      ? (sms as unknown as SpooledSms)
      : null;
  } catch {
    return null;
  }
}
