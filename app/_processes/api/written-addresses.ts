import { listPagePaths } from "#features/content/pages/pages.reads.ts";
import { readRedirects } from "#features/content/redirects/redirects.reads.ts";
import { findMove, type Move, type Redirect } from "#features/content/redirects/redirects.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

const MOVED = "content:redirects";
const PAGES = "content:pages";

/**
 * The addresses that editors have written, as the front door knows them: those that have moved, and those of their pages. It keeps them in
 * memory, so that addresses of nothing, of which strangers ask for any number, cost no question.
 */
export class WrittenAddresses {
  readonly #db: Queryable;
  #moved: ReadonlyMap<string, Redirect> = new Map();
  #pages: ReadonlySet<string> | null = null;
  /** One after the other: an answer from before a change must not come after the one from behind it. */
  #reading: Promise<void> = Promise.resolve();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Where an address has moved, with the query that it was asked with; null when it has not. */
  findMove(address: string, query: string): Move | null {
    return findMove(this.#moved, address, query);
  }

  /** Whether a page of the editors is at an address, which has neither a language nor a slash in front. Throws until they were read. */
  hasPage(path: string): boolean {
    if (this.#pages === null) throw new Error("the editors' pages were not read yet");
    return this.#pages.has(path);
  }

  /** Reads what a notice to kept pages (tags with commas) is about; all of it without one, as after a gap. Never rejects. */
  readAgain(notice = `${MOVED},${PAGES}`): Promise<void> {
    const tags = notice.split(",");
    this.#reading = this.#reading.then(async () => {
      if (tags.includes(MOVED)) await this.#keep("redirects", () => this.#readMoved());
      if (tags.includes(PAGES)) await this.#keep("editors' pages", () => this.#readPages());
    });
    return this.#reading;
  }

  async #readMoved(): Promise<void> {
    this.#moved = await readRedirects(this.#db);
  }

  async #readPages(): Promise<void> {
    this.#pages = new Set(await listPagePaths(this.#db));
  }

  /** Without an answer everything stays as it was; the next notice, or the next connection, asks again. */
  async #keep(what: string, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      log.warn({ error: (error as Error).message }, `the ${what} were not read`);
    }
  }
}
