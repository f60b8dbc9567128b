import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Bank, PendingSms } from "#app/_processes/simulator/bank.ts";
import { log } from "#lib/log.ts";

const gzipAsync = promisify(gzip);
const LOOK_EVERY_MS = 100;
const REPEAT_MS = 10_000;
const CALL_LIMIT_MS = 15_000;

export type Platform = { readonly apiUrl: string; readonly key: string };

/** A call to the platform as a partner makes it. Throws when there is no answer in JSON. */
export async function callPlatform(
  platform: Platform,
  path: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const text = JSON.stringify({ ...body, key: platform.key });
  const response = await fetch(`${platform.apiUrl}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "user-agent": "SimBank/2.4",
    },
    body: await gzipAsync(text),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Sends each SMS at its time, again every 10 s until SUCCESS, and never after. */
export async function deliverSms(bank: Bank, platform: Platform, signal: AbortSignal): Promise<void> {
  const repeatMs = REPEAT_MS / Math.min(10, bank.settings.speed);
  const nextTryMs = new Map<number, number>();
  while (!signal.aborted) {
    const nowMs = bank.settings.nowMs();
    for (const sms of bank.takeDue()) {
      if ((nextTryMs.get(sms.smsId) ?? 0) > nowMs) continue;
      nextTryMs.set(sms.smsId, Number.POSITIVE_INFINITY);
      void send(bank, platform, sms).then((isDone) => {
        if (isDone) nextTryMs.delete(sms.smsId);
        else nextTryMs.set(sms.smsId, bank.settings.nowMs() + repeatMs);
      });
    }
    await rest(LOOK_EVERY_MS, signal);
  }
}

async function send(bank: Bank, platform: Platform, sms: PendingSms): Promise<boolean> {
  try {
    const { smsId, phone, sender: phoneFrom, text } = sms;
    const answer = await callPlatform(platform, "/api/partner/sms", {
      action: "PUSH_SMS",
      smsId,
      phone,
      phoneFrom,
      text,
    });
    if (answer.status !== "SUCCESS") {
      log.info(
        { bank: bank.settings.profile.code, smsId, error: answer.error },
        "SMS not taken in, will be sent again",
      );
      return false;
    }
    bank.markSent(smsId);
    return true;
  } catch (error) {
    log.debug({ bank: bank.settings.profile.code, error: (error as Error).message }, "platform not reached");
    return false;
  }
}

/** Waits, or returns at once when the bank closes. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
