import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { log } from "#lib/log.ts";
import type { SignedNotice } from "#lib/payment-stand-ins/stand-in.ts";

const ATTEMPTS = 12;
const TIMES = 2;
const TIMEOUT_MS = 10_000;

/** Sends a notice twice, as real providers may, each until the shop answers 200. */
export function notify(url: string, makeNotice: () => SignedNotice): void {
  for (let time = 0; time < TIMES; time += 1) void deliver(url, makeNotice, 300 * (time + 1));
}

async function deliver(url: string, makeNotice: () => SignedNotice, firstWaitMs: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await pause(firstWaitMs * 2 ** attempt, undefined, { ref: false });
    try {
      if ((await post(url, makeNotice())) === 200) return;
    } catch (error) {
      log.debug({ error: (error as Error).message, attempt }, "notice not taken in");
    }
  }
}

async function post(url: string, { rawBody, headers }: SignedNotice): Promise<number> {
  const answer = await request(url, {
    method: "POST",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers,
    body: rawBody,
  });
  await answer.body.dump();
  return answer.statusCode;
}
