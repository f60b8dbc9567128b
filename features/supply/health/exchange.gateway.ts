import type { Readable } from "node:stream";
import { createGunzip, constants as zlib } from "node:zlib";
import {
  BLANK,
  blankKey,
  cutTo,
  type ExchangeAction,
  exchangeLimits,
  harmless,
  longestSpelling,
  type UnusableReason,
} from "#features/supply/health/unusable-answers.rules.ts";
import { stringifyExactJson } from "#lib/json/exact-json.ts";

/** Bytes of an answer that are held while it is read: enough for what is kept, at four bytes a character. */
const HEAD_BYTES = exchangeLimits.answerCharacters * 4;
/** How long the text of an HTTP error is waited for, behind the back of whoever waits for the answer. */
const ERROR_TEXT_MS = 1_000;

export type Fault = { readonly reason: UnusableReason; readonly detail: string };

/** One question to an agent and what came back, noted while it happens; nothing of it has the agent's key. */
export class Exchange {
  httpStatus: number | null = null;
  /** Which of several questions it is, where one exchange asks them all. */
  action: ExchangeAction | null = null;
  #fault: Fault | null = null;
  readonly #taken = new Set<UnusableReason>();
  #key = "";
  #question: object = {};
  #encoding = "";
  #location: string | null = null;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #reading: Promise<void> = Promise.resolve();

  /** What is about to be asked, beside the key. Of several questions the last one is shown. */
  begin(key: string, question: object): void {
    this.#key = key;
    this.#question = question;
    this.#chunks = [];
    this.#size = 0;
    this.#location = null;
    this.#encoding = "";
    this.httpStatus = null;
  }

  /** The question as it is sent, with the key blanked. Made when it is asked for: most exchanges are of no interest. */
  get request(): string {
    const text = stringifyExactJson({ ...this.#question, key: BLANK });
    return this.#shown(text, exchangeLimits.requestCharacters);
  }

  /** The head of an answer has come. */
  answered(httpStatus: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.httpStatus = httpStatus;
    this.#encoding = String(headers["content-encoding"] ?? "").toLowerCase();
    this.#location = headers.location === undefined ? null : String(headers.location);
  }

  /** The same chunks; the first of them are held. */
  async *listen(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hold(chunk);
      yield chunk;
    }
  }

  /** Reads the beginning of a body that nobody else reads, and closes it. Whoever asked does not wait for it. */
  readAside(body: Readable): void {
    // Its end would otherwise be an error that nobody hears, which ends the process.
    body.on("error", () => undefined);
    const tooLate = setTimeout(() => body.destroy(), ERROR_TEXT_MS);
    const read = async () => {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        this.#hold(chunk);
        if (this.#size >= HEAD_BYTES) break;
      }
    };
    this.#reading = read()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(tooLate);
        body.destroy();
      });
  }

  /** Says why the answer cannot be used; `detail` may hold words of the agent. Answers the detail as it may be shown. */
  refuse(reason: UnusableReason, detail: string): string {
    this.#fault = { reason, detail: this.#shown(detail, exchangeLimits.detailCharacters) };
    return this.#fault.detail;
  }

  /** Why the answer cannot be used, or null; each reason once, however often an answer is settled again. */
  takeFault(): Fault | null {
    const fault = this.#fault;
    this.#fault = null;
    if (fault === null || this.#taken.has(fault.reason)) return null;
    this.#taken.add(fault.reason);
    return fault;
  }

  /** The beginning of what came, as text; null when nothing did. Never rejects. */
  async answer(): Promise<string | null> {
    await this.#reading;
    if (this.#size === 0) return this.#location === null ? null : this.#shown(this.#locationLine());
    const bytes = Buffer.concat(this.#chunks).subarray(0, HEAD_BYTES);
    const head = /gzip/.test(this.#encoding) ? await unpackedHead(bytes) : bytes;
    if (head.length === 0) return `[gzip, ${bytes.length} bytes that cannot be unpacked]`;
    const text = blankKey(new TextDecoder("utf-8").decode(head), this.#key);
    // Of a key that the end cuts in two, the first part is no key any more; it goes with the rest.
    const whole =
      head.length < HEAD_BYTES && bytes.length < HEAD_BYTES
        ? text
        : `${text.slice(0, Math.max(0, text.length - longestSpelling(this.#key)))}…`;
    return this.#shown(`${this.#locationLine()}${whole}`);
  }

  #locationLine(): string {
    return this.#location === null ? "" : `location: ${this.#location}\n\n`;
  }

  #hold(chunk: Uint8Array): void {
    if (this.#size < HEAD_BYTES) this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
  }

  #shown(text: string, characters: number = exchangeLimits.answerCharacters): string {
    return cutTo(characters, harmless(blankKey(text, this.#key)));
  }
}

/** As much of a packed beginning as is shown; what is cut off or packed a thousandfold costs no more than that. */
async function unpackedHead(bytes: Buffer): Promise<Buffer> {
  const unpacking = createGunzip({ chunkSize: HEAD_BYTES, finishFlush: zlib.Z_SYNC_FLUSH });
  unpacking.end(bytes);
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) return chunk.subarray(0, HEAD_BYTES);
  } catch {
    // Not gzip at all.
  }
  return Buffer.alloc(0);
}
