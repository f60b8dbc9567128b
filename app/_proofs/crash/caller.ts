import { setTimeout as pause } from "node:timers/promises";

export type Answer = { readonly status: number; readonly text: string; readonly code: string | null };

export type CallPart = {
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
};

const RETRY_PAUSE_MS = 150;
/** A safety net only: what is not answered after so long never will be. */
const GIVE_UP_AFTER_MS = 120_000;

/** A client that repeats, with the same key, whatever was not answered. */
export class Caller {
  readonly #origin: string;
  /** Calls that had to be repeated: cut off, refused, or answered "not now". */
  repeats = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Calls until there is a definite answer: a fault of the line, 503 and "in flight" are repeated; any other 5xx is a fault. */
  async untilAnswered(method: string, path: string, part: CallPart): Promise<Answer> {
    const startedMs = performance.now();
    for (;;) {
      const answer = await this.#once(method, path, part).catch(() => null);
      if (answer && answer.status < 500 && answer.code !== "PURCHASE_IN_FLIGHT") return answer;
      // 502 says that the payment provider could not be asked; a crash is never told as a fault of ours.
      if (answer && ![502, 503].includes(answer.status) && answer.status >= 500)
        throw new Error(`${path}: ${answer.status} ${answer.text}`);
      if (performance.now() - startedMs > GIVE_UP_AFTER_MS)
        throw new Error(`${method} ${path} was never answered`);
      this.repeats += 1;
      await pause(RETRY_PAUSE_MS);
    }
  }

  async #once(method: string, path: string, part: CallPart): Promise<Answer> {
    const body = part.rawBody ?? (part.body === undefined ? undefined : JSON.stringify(part.body));
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        "user-agent": "test",
        ...(part.key === undefined ? {} : { authorization: `Bearer ${part.key}` }),
        ...(part.idempotencyKey === undefined ? {} : { "idempotency-key": part.idempotencyKey }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...part.headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
    return { status: response.status, text, code: json?.error?.code ?? null };
  }
}
