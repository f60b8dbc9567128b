import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/** What happened to a bank, one JSON line each: a bank that is killed goes on where it was. */
export class Journal<Entry> {
  readonly #file: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = path.join(folder, `${name}.jsonl`);
  }

  /** Everything noted so far, oldest first. A line that a kill cut short is left out. */
  read(): Entry[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, "utf8")
      .split("\n")
      .filter(Boolean)
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Entry];
        } catch {
          return [];
        }
      });
  }

  append(entry: Entry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Replaces the whole journal in one step. */
  rewrite(entries: readonly Entry[]): void {
    const next = `${this.#file}.next`;
    const handle = openSync(next, "w");
    writeSync(handle, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(next, this.#file);
  }
}
