import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Config } from "#app/_partner-agent/config.ts";
import { monotonicMs } from "#lib/clock.ts";

/** What the platform does with a call: as it should, take it and lose the answer, keep it waiting, or answer this. */
export type Behaviour = "right" | "lost" | "hangs" | OtherAnswer;
type OtherAnswer = { readonly status: number; readonly text: string };

export type PushedSms = {
  readonly smsId: string;
  readonly phone: number;
  readonly phoneFrom: string;
  readonly text: string;
};

export const refusal = (status: number, error: string): OtherAnswer => ({
  status,
  text: JSON.stringify({ status: "ERROR", error, message: "so" }),
});

/** The own-stock protocol on a real port: behaves as it is told, and counts an smsId once. */
export class StandInPlatform {
  readonly #server: Server;
  /** For the next calls of PUSH_SMS, one each; afterwards `smsBehaviour`. */
  readonly nextSms: Behaviour[] = [];
  smsBehaviour: Behaviour = "right";
  numbersRefusal: OtherAnswer | null = null;
  workRefusal: OtherAnswer | null = null;
  /** Every PUSH_SMS that arrived, repetitions too. */
  readonly pushed: PushedSms[] = [];
  /** What counts: by smsId. */
  readonly taken = new Map<string, PushedSms>();
  readonly reports: Record<string, unknown>[] = [];
  readonly acknowledged: number[] = [];
  work: Record<string, unknown> = {};
  online = new Set<number>();
  refused: unknown[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      if (request.url === "/api/partner/sms") this.#takeSms(text, response);
      else if (request.url === "/api/partner/numbers") this.#takeNumbers(text, response);
      else if (request.url === "/api/partner/check-work") {
        this.acknowledged.push(...(JSON.parse(text).acknowledged as number[]));
        if (this.workRefusal) answer(response, this.workRefusal.status, this.workRefusal.text);
        else success(response, { lent: [], rented: [], finished: [], ...this.work });
      } else success(response);
    });
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #takeSms(text: string, response: ServerResponse): void {
    // The id is larger than JavaScript's exact numbers.
    const smsId = /"smsId":(\d+)\}$/.exec(text)?.[1] ?? "";
    const sms = { ...(JSON.parse(text) as PushedSms), smsId };
    this.pushed.push(sms);
    const behaviour = this.nextSms.shift() ?? this.smsBehaviour;
    if (behaviour === "hangs") return;
    if (typeof behaviour === "object") answer(response, behaviour.status, behaviour.text);
    else {
      this.taken.set(smsId, sms);
      if (behaviour === "lost") response.destroy();
      else success(response);
    }
  }

  #takeNumbers(text: string, response: ServerResponse): void {
    const report = JSON.parse(text) as { action: string; numbers: { number: number }[]; removed?: number[] };
    if (this.numbersRefusal) {
      answer(response, this.numbersRefusal.status, this.numbersRefusal.text);
      return;
    }
    this.reports.push(report);
    if (report.action === "NUMBERS_ONLINE") this.online = new Set();
    for (const number of report.removed ?? []) this.online.delete(number);
    for (const { number } of report.numbers) this.online.add(number);
    success(response, { online: this.online.size, refused: this.refused });
  }
}

/** A platform that ends with the test. */
export async function givenPlatform(): Promise<StandInPlatform> {
  const platform = await new StandInPlatform().listen();
  onTestFinished(() => platform.close());
  return platform;
}

/** A folder that ends with the test; short, since it holds a socket. */
export function givenFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "modems-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const M1 = 628110000001;
export const M2 = 628110000002;
const TABLE = `sim,number,country\n510010000000001,${M1},indonesia\nm2,${M2},indonesia\n`;

/** The configuration of a program with the HTTP input, with a table of two numbers on its disk. */
export function givenConfig(url: string, change: Partial<Config> = {}): Config {
  const dataFolder = change.dataFolder ?? givenFolder();
  writeFileSync(path.join(dataFolder, "numbers.csv"), TABLE);
  return {
    url,
    key: "key-of-the-partner",
    gammu: null,
    modemManager: null,
    ejoin: null,
    dinstar: null,
    http: { port: 0, token: null, silentSeconds: 600 },
    goip: null,
    logTexts: false,
    keepSentHours: 24,
    settleSeconds: 0,
    ...change,
    dataFolder,
  };
}

/** Posts to the HTTP input. */
export async function tell(
  port: number,
  what: "sms" | "modem",
  body: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`http://127.0.0.1:${port}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { status: string; message?: string } };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = monotonicMs() + 60_000;
  while (!(await isSo())) {
    if (monotonicMs() > endMs) throw new Error(`It never came to pass: ${what}`);
    await pause(20);
  }
}

function success(response: ServerResponse, more: Record<string, unknown> = {}): void {
  answer(response, 200, JSON.stringify({ status: "SUCCESS", ...more }));
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}
