import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type BlockList, isIP, type Socket } from "node:net";
import { plainAddress, toBlockList } from "#lib/api/front-door/client-address.ts";
import { monotonicMs } from "#lib/clock.ts";
import { networkOf } from "#lib/net/network-of.ts";

export type ConnectionLimits = {
  /** Connections that one network (an IPv4 address, an IPv6 /64) may hold; 0 = any number. */
  readonly perNetwork: number;
  /** Addresses and networks that are not counted: proxies, behind which everybody is, and this machine. */
  readonly uncounted: readonly string[];
  /** A reader that takes nothing of what is written for it ends after so long. */
  readonly stalledMs: number;
  /** A reader that is behind all the time ends after so long, however little it takes at a time. */
  readonly behindMs: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  perNetwork: 1_000,
  uncounted: ["127.0.0.0/8", "::1"],
  stalledMs: 30_000,
  behindMs: 600_000,
};

/** Answers of one connection that are made before the first of them is on its way. */
const ANSWERS_UNDER_WAY = 4;
/**
 * Requests that wait for these. What has been read of a connection cannot be read again later, so that a client that sends
 * even more at once is left.
 */
const REQUESTS_WAITING = 100;
const LOOK_MS = 2_000;
const REFUSAL =
  "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

type Receive = (request: IncomingMessage, response: ServerResponse) => void;
type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** One client's connection: what it has asked for, and whether it takes what it gets. */
type Line = {
  readonly network: string | null;
  underWay: number;
  waiting: Waiting[];
  /** Since when something written has not been taken; null while nothing lies. */
  behindSinceMs: number | null;
  /** How much was taken in all, and when that last changed. */
  taken: number;
  takenAtMs: number;
};

/**
 * Holds each connection to reading what it asked for: a few answers are made at a time, the connection is not read on while more
 * requests wait, readers that take nothing end, and one network holds so many connections. Without it, requests in one
 * packet become answers in memory that nobody fetches.
 */
export class Connections {
  readonly #lines = new Map<Socket, Line>();
  readonly #counts = new Map<string, number>();
  readonly #limits: ConnectionLimits;
  readonly #uncounted: BlockList;
  readonly #receive: Receive;
  readonly #timer: NodeJS.Timeout;

  constructor(receive: Receive, limits: ConnectionLimits) {
    this.#receive = receive;
    this.#limits = limits;
    this.#uncounted = toBlockList(limits.uncounted);
    this.#timer = setInterval(() => this.#endSlowReaders(), Math.min(LOOK_MS, limits.stalledMs / 2));
    this.#timer.unref();
  }

  get count(): number {
    return this.#lines.size;
  }

  attach(server: Server): void {
    server.prependListener("connection", (socket: Socket) => this.#open(socket));
    server.once("close", () => clearInterval(this.#timer));
  }

  /** Takes a request, now or when the connection has room for its answer. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const line = this.#lines.get(request.socket);
    if (!line) return;
    if (line.underWay < ANSWERS_UNDER_WAY) {
      this.#start(line, { request, response });
      return;
    }
    if (line.waiting.length >= REQUESTS_WAITING) {
      line.waiting = [];
      request.socket.destroy();
      return;
    }
    line.waiting.push({ request, response });
    request.socket.pause();
  }

  #start(line: Line, { request, response }: Waiting): void {
    line.underWay += 1;
    response.once("close", () => this.#finish(line, request.socket));
    this.#receive(request, response);
  }

  #finish(line: Line, socket: Socket): void {
    line.underWay -= 1;
    const next = line.waiting.shift();
    if (!next || socket.destroyed) return;
    // The last one may still have a body to be read.
    if (line.waiting.length === 0) socket.resume();
    this.#start(line, next);
  }

  #open(socket: Socket): void {
    const network = this.#networkOf(socket);
    const count = network === null ? 0 : (this.#counts.get(network) ?? 0) + 1;
    if (network !== null && count > this.#limits.perNetwork) {
      socket.write(REFUSAL);
      socket.destroySoon();
      return;
    }
    if (network !== null) this.#counts.set(network, count);
    this.#lines.set(socket, {
      network,
      underWay: 0,
      waiting: [],
      behindSinceMs: null,
      taken: 0,
      takenAtMs: 0,
    });
    socket.once("close", () => this.#close(socket));
  }

  #close(socket: Socket): void {
    const line = this.#lines.get(socket);
    if (!line) return;
    this.#lines.delete(socket);
    line.waiting = [];
    if (line.network === null) return;
    const left = (this.#counts.get(line.network) ?? 1) - 1;
    if (left === 0) this.#counts.delete(line.network);
    else this.#counts.set(line.network, left);
  }

  /** The network that a connection is counted for, null for none. */
  #networkOf({ remoteAddress }: Socket): string | null {
    const address = plainAddress(remoteAddress ?? "");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (this.#limits.perNetwork === 0 || !isIP(address) || this.#uncounted.check(address, family))
      return null;
    return networkOf(address);
  }

  #endSlowReaders(): void {
    const nowMs = monotonicMs();
    const { stalledMs, behindMs } = this.#limits;
    for (const [socket, line] of this.#lines) {
      if (socket.writableLength === 0) {
        line.behindSinceMs = null;
        continue;
      }
      const taken = takenOf(socket);
      if (line.behindSinceMs === null || taken !== line.taken) line.takenAtMs = nowMs;
      line.behindSinceMs ??= nowMs;
      line.taken = taken;
      if (nowMs - line.takenAtMs >= stalledMs || nowMs - line.behindSinceMs >= behindMs) socket.destroy();
    }
  }
}

/** Bytes that the client's side has taken so far, as far as can be known here. */
function takenOf(socket: Socket): number {
  // One large piece counts in the socket's own figures until all of it is gone; only the handle tells how far it is.
  type Handle = { bytesWritten?: number; writeQueueSize?: number };
  const handle = (socket as unknown as { _handle?: Handle | null })._handle;
  return (handle?.bytesWritten ?? socket.bytesWritten) - (handle?.writeQueueSize ?? socket.writableLength);
}
