import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach } from "vitest";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import { FrontDoor, type FrontDoorOptions } from "#lib/api/front-door/front-door.ts";
import type { PageRule } from "#lib/api/front-door/page-rules.ts";
import { Health } from "#lib/api/health.ts";

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer; text: string };
export type Ask = { method?: string; headers?: Record<string, string>; body?: string };

const rules: PageRule[] = [
  { pattern: "/profile/*", isPrivate: true },
  { pattern: "/confirm/*", isPrivate: true },
  { pattern: "/", tags: ["offers:*"], freshSeconds: 10, staleSeconds: 50 },
  { pattern: "/{slug}", tags: ["content"], freshSeconds: 10, staleSeconds: 50 },
];

export const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A stand-in for the page renderer that remembers what it was asked. */
export async function startWeb(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response, asked.length);
  });
  await listen(server, 0);
  closers.push(() => closeServer(server));
  return { asked, server, url: `http://127.0.0.1:${portOf(server)}` };
}

export async function listen(server: Server, port: number, host = "127.0.0.1"): Promise<void> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** With `host` it listens there, and is asked there, in place of loopback. */
export async function startDoor(options: Partial<FrontDoorOptions> & { webUrl: string }, host = "127.0.0.1") {
  const lines: Record<string, unknown>[] = [];
  const seen: { request: Request; facts: DoorFacts }[] = [];
  const door = new FrontDoor({
    api: {
      fetch: (request, facts) => {
        seen.push({ request, facts });
        facts.route = "/api/echo";
        facts.actorId = 7;
        return Response.json({ url: request.url, ip: facts.ip });
      },
    },
    publicUrl: "http://smsden.test",
    mounts: {},
    rules,
    trustedProxies: [],
    health: new Health({ process: "api", checks: {} }),
    accessLog: { info: (line) => lines.push(line), flush: () => {} },
    ...options,
  });
  await listen(door.server, 0, host);
  closers.push(() => door.stop(100));
  const port = portOf(door.server);
  return { door, port, lines, seen, ask: (path: string, ask: Ask = {}) => ask_({ host, port }, path, ask) };
}

function ask_(
  at: { host: string; port: number },
  path: string,
  { method = "GET", headers = {}, body }: Ask,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { ...at, path, method, headers: { host: "smsden.test", ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const all = Buffer.concat(chunks);
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: all,
            text: all.toString(),
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends bytes as they are and returns what comes back until the other side closes. */
export function askRaw(port: number, text: string, waitMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

/** As the renderer writes it: its own scripts carry the nonce that it was given. */
const page = (
  text: string,
  nonce = "",
) => `<!doctype html><html><head><script nonce="${nonce}">go(1)</script><script src="/x.js"></script>
<script type="application/ld+json">{}</script></head><body>${text} ${"filler ".repeat(100)}</body></html>`;

export function html(
  response: ServerResponse,
  text: string,
  headers: Record<string, string | string[]> = {},
  status = 200,
): void {
  const nonce = String(response.req.headers["x-sms-den-fill"] ?? "");
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(page(text, nonce));
}
