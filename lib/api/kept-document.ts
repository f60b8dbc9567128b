import { accepts, type KeptAnswer, keepAnswer } from "#lib/api/front-door/kept-answer.ts";

const TYPE = "application/json; charset=utf-8";

/**
 * A large JSON document that stays the same as long as the process lives: made, written, hashed and compressed once, and sent
 * from memory, so that ten thousand readers cost no more than their connections.
 */
export class KeptDocument {
  readonly #make: () => unknown;
  readonly #headers: readonly string[];
  #kept: Promise<KeptAnswer> | null = null;

  /** `maxAgeSeconds`: how long caches may keep it without asking. */
  constructor(make: () => unknown, maxAgeSeconds: number) {
    this.#make = make;
    this.#headers = [
      "content-type",
      TYPE,
      "cache-control",
      `public, max-age=${maxAgeSeconds}`,
      "vary",
      "Accept-Encoding",
    ];
  }

  /** Makes it, if nobody has. Best before anybody waits: writing a megabyte keeps the process from all else. */
  prepare(): Promise<KeptAnswer> {
    this.#kept ??= keepAnswer(Buffer.from(JSON.stringify(this.#make())), TYPE, this.#headers);
    return this.#kept;
  }

  /** The document as the client takes it; 304 when it has this one. */
  async answer(request: Request): Promise<Response> {
    const { identity, gzip, br } = await this.prepare();
    const encodings = request.headers.get("accept-encoding") ?? undefined;
    const { body, etag, headers } =
      (accepts(encodings, "br") && br) || (accepts(encodings, "gzip") && gzip) || identity;
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!] as const] : []));
    const isKnown = request.headers.get("if-none-match")?.includes(etag) ?? false;
    return isKnown
      ? new Response(null, { status: 304, headers: [...pairs] as [string, string][] })
      : new Response(new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length), {
          headers: [...pairs] as [string, string][],
        });
  }
}
