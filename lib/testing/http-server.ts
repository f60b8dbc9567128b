import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, expect } from "vitest";

/** A request as a test server got it. `raw` is the unpacked text of the body. */
export type ServedRequest = {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  readonly body: any;
};

export type Responder = (request: ServedRequest, response: ServerResponse) => void | Promise<void>;

export type TestServer = { readonly url: string; readonly requests: ServedRequest[] };

const begunInTests: Server[] = [];
/** What a test begins while it runs: a hook that it adds by then is not called. */
afterAll(async () => {
  for (const server of begunInTests.splice(0)) await close(server);
});

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A third party's server on a real loopback port, closed after the test file. */
export async function givenServer(respond: Responder): Promise<TestServer> {
  const requests: ServedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const raw = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
    const served = {
      path: request.url ?? "",
      headers: request.headers,
      raw,
      body: raw ? JSON.parse(raw) : null,
    };
    requests.push(served);
    await respond(served, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  if (expect.getState().currentTestName) begunInTests.push(server);
  else afterAll(() => close(server));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`, requests };
}

/** Answers JSON given as text, so that a test can write numbers that JavaScript could not. */
export function sendJson(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}
