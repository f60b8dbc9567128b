import { USER_AGENT } from "#app/_partner-agent/version.ts";
import { nowMs } from "#lib/clock.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 8 << 20;

/** What came back from the platform. `error` is the protocol's word; null where the answer is not in its envelope. */
export type Answer = {
  readonly httpStatus: number;
  readonly isSuccess: boolean;
  readonly error: string | null;
  readonly body: Readonly<Record<string, unknown>>;
};

export type PlatformOptions = {
  /** Where the site is, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly timeoutMs?: number;
};

/** The own-stock protocol (protocol 2.2). Every call rejects when no answer comes; an answer of any kind is returned. */
export class Platform {
  readonly #options: PlatformOptions;
  /** When it last answered SUCCESS, in epoch milliseconds. */
  lastSuccessMs: number | null = null;
  /** What the last call that failed met; null after one that succeeded. */
  lastProblem: string | null = null;
  /** By how much the platform's clock is ahead of ours, from its last answer. */
  clockAheadMs: number | null = null;

  constructor(options: PlatformOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.url;
  }

  ping(): Promise<Answer> {
    return this.#send("GET", "/api/partner/ping", undefined);
  }

  reportNumbers(report: Record<string, unknown>): Promise<Answer> {
    return this.#post("numbers", JSON.stringify(this.#signed(report)));
  }

  checkWork(acknowledged: readonly number[]): Promise<Answer> {
    return this.#post("check-work", JSON.stringify(this.#signed({ action: "CHECK_WORK", acknowledged })));
  }

  /** @param sms.smsId digits: written as a JSON number beyond JavaScript's exact integers */
  pushSms(sms: { smsId: string; number: number; from: string; text: string }): Promise<Answer> {
    const { number: phone, from, text } = sms;
    const rest = { phone, phoneFrom: from.toWellFormed().slice(0, 100), text: text.toWellFormed() };
    const body = JSON.stringify(this.#signed({ action: "PUSH_SMS", ...rest }));
    return this.#post("sms", `${body.slice(0, -1)},"smsId":${sms.smsId}}`);
  }

  /** The key comes first, as the platform wants it in long lists. */
  #signed({ action, ...rest }: Record<string, unknown>): Record<string, unknown> {
    return { action, key: this.#options.key, ...rest };
  }

  #post(path: string, body: string): Promise<Answer> {
    return this.#send("POST", `/api/partner/${path}`, body);
  }

  async #send(method: string, path: string, body: string | undefined): Promise<Answer> {
    try {
      const response = await fetch(`${this.#options.url}${path}`, {
        method,
        body,
        headers: { "user-agent": USER_AGENT, "content-type": "application/json" },
        // The key goes nowhere but where the owner said.
        redirect: "error",
        signal: AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS),
      });
      const answer = readAnswer(response.status, await readText(response));
      this.#note(answer, response.headers.get("date"));
      return answer;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
      this.lastProblem = `no answer: ${cause || (error as Error).message}`;
      throw error;
    }
  }

  #note(answer: Answer, date: string | null): void {
    if (answer.isSuccess) this.lastSuccessMs = nowMs();
    this.lastProblem = answer.isSuccess ? null : problemOf(answer);
    const theirsMs = Date.parse(date ?? "");
    this.clockAheadMs = Number.isNaN(theirsMs) ? null : theirsMs - nowMs();
  }
}

/** What an answer other than SUCCESS says, in words. */
export function problemOf({ httpStatus, error, body }: Answer): string {
  if (error === null) return `HTTP ${httpStatus}, and not the protocol's answer: is the address right?`;
  return typeof body.message === "string" ? `${error}: ${body.message.slice(0, 200)}` : error;
}

function readAnswer(httpStatus: number, text: string): Answer {
  const body = parseObject(text);
  const isSuccess = httpStatus === 200 && body.status === "SUCCESS";
  const error = body.status === "ERROR" && typeof body.error === "string" ? body.error : null;
  return { httpStatus, isSuccess, error, body };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
