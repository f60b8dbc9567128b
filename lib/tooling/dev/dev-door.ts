import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net, { type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import { LOOPBACK } from "#lib/tooling/ports.ts";

/** What only Next's development server answers: parts of pages, its error window, and the line over which it tells of changes. */
const RENDERERS_OWN = /^\/(?:_next|__nextjs)/;
const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;
const LOOK_EVERY_MS = 50;

export type DevDoorOptions = {
  /** Loopback ports of the front door and of the page renderer. */
  apiPort: number;
  webPort: number;
  /** How long a request waits for a part that is just being started anew. */
  patienceMs?: number;
};

/**
 * The public port in development. It stays open while the parts behind it come and go, so that an open browser does not notice a
 * restart: a request waits until somebody listens. Everything goes to the front door, but for what is Next's own.
 */
export function createDevDoor({ apiPort, webPort, patienceMs = 30_000 }: DevDoorOptions): Server {
  const proxy = createProxyServer({});
  proxy.on("error", (_error, _request, answer) => {
    if (answer instanceof net.Socket) answer.destroy();
    else refuse(answer as ServerResponse | undefined);
  });
  // The router's own requests carry what ties them to the line of changes, which the front door lets nobody send.
  const portFor = ({ url = "", headers }: IncomingMessage) =>
    RENDERERS_OWN.test(url) || headers.rsc !== undefined ? webPort : apiPort;
  const optionsFor = (port: number) => ({
    target: `http://${LOOPBACK}:${port}`,
    xfwd: false,
    proxyTimeout: 600_000,
  });

  const server = createServer(async (request, response) => {
    const port = portFor(request);
    tellClient(request);
    if (!(await isListening(port, patienceMs))) return refuse(response);
    await proxy.web(request, response, optionsFor(port)).catch(() => refuse(response));
  });
  server.on("upgrade", async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!(await isListening(webPort, patienceMs))) return socket.destroy();
    await proxy.ws(request, socket, { ...optionsFor(webPort), ws: true }, head).catch(() => socket.destroy());
  });
  // Event streams and uploads end when they end.
  server.requestTimeout = 0;
  return server;
}

/** Who calls from another machine is named to the front door, which trusts this one; what the visitor says is written over. */
function tellClient(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers))
    if (name.startsWith("x-forwarded-")) delete request.headers[name];
  const address = request.socket.remoteAddress ?? "";
  if (!LOOPBACK_ADDRESS.test(address)) request.headers["x-forwarded-for"] = address;
}

function refuse(response: ServerResponse | undefined): void {
  if (!response || response.headersSent) {
    response?.destroy();
    return;
  }
  const text = "This part of the product does not start. The terminal of `npm run dev` says why.\n";
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(text);
}

async function isListening(port: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!(await canConnect(port))) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, LOOPBACK);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
