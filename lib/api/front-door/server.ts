import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { DATA_POLICY } from "#lib/api/front-door/policies.ts";

export type ServerLimits = {
  /** How long a client may take for its headers, and for the whole request. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
};

/**
 * The public server with its limits: 16 KB of headers (431), slow headers and bodies (408), no WebSockets, no CONNECT.
 * `headers` go on the answers to connections that never become a request.
 */
export function createPublicServer(
  limits: ServerLimits,
  headers: readonly (readonly [string, string])[],
  receive: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: Math.min(2_000, limits.headersTimeoutMs),
      noDelay: true,
      // Only WebSocket upgrades are refused; others (`h2c`) are offers that HTTP/1.1 lets a server ignore.
      shouldUpgradeCallback: (request) => /websocket/i.test(request.headers.upgrade ?? ""),
    },
    receive,
  );
  const refuse = (socket: Duplex, status: string) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const rest = `Content-Security-Policy: ${DATA_POLICY}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    socket.end(`HTTP/1.1 ${status}\r\n${lines}${rest}`, () => socket.destroy());
  };
  server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => refuse(socket, "400 Bad Request"));
  server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, "405 Method Not Allowed"),
  );
  server.on("clientError", (error: Error & { code?: string }, socket: Duplex) => {
    if (error.code === "HPE_HEADER_OVERFLOW") refuse(socket, "431 Request Header Fields Too Large");
    else if (error.code === "HPE_INVALID_METHOD") refuse(socket, "405 Method Not Allowed");
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") refuse(socket, "408 Request Timeout");
    else refuse(socket, "400 Bad Request");
  });
  return server;
}
