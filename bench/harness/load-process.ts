import net from "node:net";
import type { LoadOrder, LoadResult, LoadTarget } from "#bench/harness/load.ts";

// A request as bytes made beforehand and the shortest reading of an answer that is right for Content-Length and for
// chunks: what the load costs is taken from the two cores that are measured.

const HEADER_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

function requestBytes({ method, target, headers, body }: LoadTarget): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}${length}\r\n${body ?? ""}`,
  );
}

type Answer = { status: string; body: string };

/** Length of the whole answer at the beginning of `bytes`, or null while more must come. */
function answerLength(bytes: Buffer): { head: number; whole: number } | null {
  const headEnd = bytes.indexOf(HEADER_END);
  if (headEnd < 0) return null;
  const head = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString("latin1", 0, head));
  if (length)
    return bytes.length >= head + Number(length[1]) ? { head, whole: head + Number(length[1]) } : null;
  const last = bytes.indexOf(LAST_CHUNK, headEnd);
  return last < 0 ? null : { head, whole: last + LAST_CHUNK.length };
}

function connect(
  order: LoadOrder,
  requests: Buffer[],
  first: number,
  take: (ms: number, answer: Answer) => void,
) {
  let place = first;
  let begunMs = 0;
  let pending: Buffer | null = null;
  let isOver = false;
  const socket = net.connect({ port: order.port, host: "127.0.0.1", noDelay: true });
  const next = () => {
    if (isOver) return void socket.destroy();
    place = (place + 1) % requests.length;
    begunMs = performance.now();
    socket.write(requests[place]!);
  };
  socket.on("connect", next);
  socket.on("data", (chunk) => {
    const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
    const length = answerLength(bytes);
    if (!length) {
      pending = bytes;
      return;
    }
    pending = null;
    const body = bytes.toString("latin1", length.head, Math.min(length.whole, length.head + 120));
    take(performance.now() - begunMs, { status: bytes.toString("latin1", 9, 12), body });
    next();
  });
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("error", () => take(performance.now() - begunMs, { status: "broken", body: "" }));
  return {
    finish: () => {
      isOver = true;
      return closed;
    },
  };
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const requests = order.targets.map(requestBytes);
  const tookMs: number[] = [];
  const failures: string[] = [];
  let failed = 0;
  const take = (ms: number, { status, body }: Answer) => {
    tookMs.push(ms);
    // An answer in chunks begins with the length of its first chunk.
    const isGood = status === "200" && (body.startsWith(order.expect) || /^[0-9a-f]+\r\n/.test(body));
    if (isGood) return;
    failed += 1;
    if (failures.length < 3) failures.push(`${status} ${body}`);
  };
  const begunMs = performance.now();
  const apart = Math.floor(requests.length / order.connections) || 1;
  const lines = Array.from({ length: order.connections }, (_, index) =>
    connect(order, requests, index * apart, take),
  );
  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1_000));
  const lastMs = performance.now() - begunMs;
  const answered = tookMs.length;
  await Promise.all(lines.map((line) => line.finish()));
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const rates = { answered: tookMs.length, perSecond: (answered / lastMs) * 1_000 };
  return { ...rates, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), failed, failures };
}

process.on("message", (order: LoadOrder) => void run(order).then((result) => process.send?.(result)));
// The one who asked is gone.
process.on("disconnect", () => process.exit(0));
