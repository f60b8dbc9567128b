import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { log } from "#lib/log.ts";

const KEEP = 500;

export type StoredMail = {
  id: number;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** ISO time in UTC. */
  receivedAt: string;
};

/** The newest 500 messages, in memory and as lines of a file, so that a restart keeps them. */
export class MailStore {
  readonly #file: string;
  #mails: StoredMail[] = [];
  #nextId = 1;
  #lines = 0;

  constructor(file: string) {
    this.#file = file;
    this.#load();
  }

  /** Newest first; with `to` only those for that address. */
  list(to?: string): StoredMail[] {
    const wanted = to?.trim().toLowerCase();
    const mails = wanted
      ? this.#mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted))
      : this.#mails;
    return mails.toReversed();
  }

  find(id: number): StoredMail | null {
    return this.#mails.find((mail) => mail.id === id) ?? null;
  }

  /** Keeps a message; one with a Message-ID that is here already came twice and is kept once. */
  add(mail: Omit<StoredMail, "id">): void {
    if (mail.messageId !== "" && this.#mails.some((known) => known.messageId === mail.messageId)) return;
    const stored = { id: this.#nextId, ...mail };
    this.#nextId += 1;
    this.#mails.push(stored);
    if (this.#mails.length > KEEP) this.#mails = this.#mails.slice(-KEEP);
    this.#write(() => appendFileSync(this.#file, `${JSON.stringify(stored)}\n`, { mode: 0o600 }));
    this.#lines += 1;
    if (this.#lines > 2 * KEEP) this.#rewrite();
  }

  #load(): void {
    this.#write(() => mkdirSync(path.dirname(this.#file), { recursive: true }));
    let text = "";
    try {
      text = readFileSync(this.#file, "utf8");
    } catch {
      return;
    }
    const mails = text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line) as StoredMail];
      } catch {
        // The last line of a killed process may be torn.
        return [];
      }
    });
    this.#mails = mails.slice(-KEEP);
    this.#nextId = Math.max(0, ...mails.map((mail) => mail.id)) + 1;
    this.#rewrite();
  }

  #rewrite(): void {
    const part = `${this.#file}.part`;
    this.#write(() => {
      writeFileSync(part, this.#mails.map((mail) => `${JSON.stringify(mail)}\n`).join(""), { mode: 0o600 });
      renameSync(part, this.#file);
    });
    this.#lines = this.#mails.length;
  }

  #write(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.warn({ error: (error as Error).message }, "mailbox file not written; messages stay in memory only");
    }
  }
}
