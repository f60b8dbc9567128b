import { once } from "node:events";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { StreamsOrder, StreamsResult } from "#bench/harness/streams.ts";

// Reader and pusher in one process: one clock from the first byte of the push to the event.

const LOST_AFTER_MS = 5_000;

/** Ids of the orders whose SMS has been pushed -> when, and the code that the event must carry. */
type Waiting = Map<number, { atMs: number; code: string; isCounted: boolean }>;

function openStream(
  order: StreamsOrder,
  key: string,
  take: (id: number, text: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
    const request = http.get(
      { host: "127.0.0.1", port: order.port, path: "/api/stream", headers, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A stream answered ${answer.statusCode}`));
        answer.setEncoding("utf8");
        let rest = "";
        answer.on("data", (chunk: string) => {
          const events = (rest + chunk).split("\n\n");
          rest = events.pop() ?? "";
          for (const event of events) {
            if (event.includes("event: ready")) resolve();
            const data = /^data: ?(.*)$/m.exec(event)?.[1];
            if (!event.includes("event: activation") || !data) continue;
            take((JSON.parse(data) as { activation: { id: number } }).activation.id, data);
          }
        });
      },
    );
    request.on("error", reject);
  });
}

/** A server's queue of new connections holds a few hundred: so many at a time. */
const OPENING_AT_ONCE = 100;

async function openAll(order: StreamsOrder, take: (id: number, text: string) => void): Promise<void> {
  const left = order.orders[Symbol.iterator]();
  const openNext = async () => {
    for (const { key } of left) await openStream(order, key, take);
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext));
}

async function push(
  order: StreamsOrder,
  agent: http.Agent,
  smsId: number,
  number: number,
  code: string,
): Promise<void> {
  const body = JSON.stringify({
    action: "PUSH_SMS",
    key: order.pushKey,
    smsId,
    phone: Number(number),
    phoneFrom: "Bench",
    text: `Your code is ${code}`,
  });
  const headers = {
    "content-type": "application/json",
    "user-agent": "bench",
    "content-length": Buffer.byteLength(body),
  };
  await new Promise<void>((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port: order.port,
      path: "/api/partner/sms",
      method: "POST",
      headers,
      agent,
    };
    const request = http.request(options, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () =>
        text.includes('"SUCCESS"') ? resolve() : reject(new Error(`A push answered ${text}`)),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function run(order: StreamsOrder): Promise<StreamsResult> {
  const waiting: Waiting = new Map();
  const tookMs: number[] = [];
  const take = (id: number, text: string) => {
    const pushed = waiting.get(id);
    if (!pushed || !text.includes(pushed.code)) return;
    if (pushed.isCounted) tookMs.push(performance.now() - pushed.atMs);
    waiting.delete(id);
  };
  await openAll(order, take);
  const goAhead = once(process, "message");
  process.send?.({ opened: order.orders.length });
  await goAhead;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const pushes: Promise<void>[] = [];
  const begunMs = performance.now();
  for (let count = 0; count < order.perSecond * (order.warmUpSeconds + order.seconds); count += 1) {
    const dueMs = begunMs + (count * 1_000) / order.perSecond;
    if (dueMs > performance.now()) await pause(dueMs - performance.now());
    const { id, number } = order.orders[count % order.orders.length]!;
    // Still under way to a slow stream: its turn is over, the next one's has come.
    if (waiting.has(id)) continue;
    const code = String(100_000 + count);
    waiting.set(id, {
      atMs: performance.now(),
      code,
      isCounted: count >= order.perSecond * order.warmUpSeconds,
    });
    pushes.push(push(order, agent, (order.firstSmsId ?? 1) + count, number, code));
  }
  await Promise.all(pushes);
  const deadline = performance.now() + LOST_AFTER_MS;
  while (waiting.size > 0 && performance.now() < deadline) await pause(20);
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { pushed: pushes.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1), lost: waiting.size };
}

process.once("message", (order: StreamsOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
