import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import {
  type ConnectionLimits,
  Connections,
  defaultConnectionLimits,
} from "#lib/api/front-door/connections.ts";

const MEGABYTE = Buffer.alloc(1_000_000, "x");
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function given(answer: Answer, limits: Partial<ConnectionLimits> = {}) {
  const connections = new Connections(answer, { ...defaultConnectionLimits, ...limits });
  const server: Server = createServer((request, response) => connections.receive(request, response));
  connections.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { connections, open: (isReading = true) => client(port, isReading) };
}

type Client = { socket: Socket; text: () => string; isClosed: () => boolean; send: (text: string) => void };

async function client(port: number, isReading: boolean): Promise<Client> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let text = "";
  let isClosed = false;
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
  });
  if (isReading)
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  closers.push(() => socket.destroy());
  return { socket, text: () => text, isClosed: () => isClosed, send: (out) => void socket.write(out) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const gets = (count: number) => Array.from({ length: count }, (_, at) => get(`/${at}`)).join("");

it("requests of one packet are all answered in their order, four of them at a time", async () => {
  let underWay = 0;
  let most = 0;
  const { open } = await given(async (request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(1);
    underWay -= 1;
    response.end(`<${request.url}>`);
  });
  const { send, text } = await open();
  send(gets(90));
  await expect.poll(() => text()).toContain("</89>");
  expect(text().match(/<\/\d+>/g)).toEqual(Array.from({ length: 90 }, (_, at) => `</${at}>`));
  expect(most).toBe(4);
});

it("requests with bodies are answered like any others when they come one behind the other", async () => {
  const { open } = await given(async (request, response) => {
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.length;
    response.end(`<${size}>`);
  });
  const { send, text } = await open();
  const body = "y".repeat(100_000);
  for (let at = 0; at < 20; at += 1)
    send(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await expect.poll(() => text().match(/<100000>/g)?.length, { timeout: 10_000 }).toBe(20);
});

it("whoever reads nothing has a few answers made, is not read on, and is left", async () => {
  let asked = 0;
  const { connections, open } = await given(
    (_request, response) => {
      asked += 1;
      response.end(MEGABYTE);
    },
    { stalledMs: 500 },
  );
  const { send, socket } = await open(false);
  socket.pause();
  for (let at = 0; at < 40; at += 1) send(gets(2));
  await expect.poll(() => connections.count, { timeout: 10_000 }).toBe(0);
  // What the kernel takes unasked lets one or two more begin.
  expect(asked).toBeLessThanOrEqual(8);
});

it("whoever sends more at once than is remembered is left", async () => {
  let asked = 0;
  const { open } = await given(() => {
    asked += 1;
  });
  const { send, isClosed } = await open();
  send(gets(1_000));
  await expect.poll(isClosed).toBe(true);
  expect(asked).toBe(4);
});

it("a slow reader stays as long as it takes something, and ends when it has been behind for too long", async () => {
  const slowly = async (limits: Partial<ConnectionLimits>) => {
    const { open } = await given((_request, response) => response.end(Buffer.alloc(30_000_000, "x")), limits);
    const { send, socket, isClosed } = await open(false);
    send(get("/"));
    let size = 0;
    for (let at = 0; at < 40 && !isClosed(); at += 1) {
      await pause(50);
      size += (socket.read() as Buffer | null)?.length ?? 0;
    }
    return { size, isClosed: isClosed() };
  };
  const patient = await slowly({ stalledMs: 1_000 });
  expect(patient.size).toBeGreaterThan(0);
  expect(patient.isClosed).toBe(false);
  expect((await slowly({ stalledMs: 1_000, behindMs: 1_000 })).size).toBeLessThan(30_000_000);
});

it("an answer that is long in the making is no slow reader", async () => {
  const { open } = await given(
    async (_request, response) => {
      await pause(1_500);
      response.end("late");
    },
    { stalledMs: 300 },
  );
  const { send, text } = await open();
  send(get("/"));
  await expect.poll(text, { timeout: 10_000 }).toContain("late");
});

it("one network holds so many connections; the next is told to come later, until one of them ends", async () => {
  const { open } = await given((_request, response) => response.end("hello"), {
    perNetwork: 3,
    uncounted: [],
  });
  const first = await Promise.all([open(), open(), open()]);
  const refused = await open();
  await expect.poll(refused.isClosed).toBe(true);
  expect(refused.text()).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 5/);
  first[0]!.socket.destroy();
  await expect
    .poll(async () => {
      const next = await open();
      next.send(get("/"));
      await pause(50);
      return next.text();
    })
    .toContain("hello");
});

it("proxies and this machine hold as many as they want", async () => {
  const { connections, open } = await given((_request, response) => response.end(), { perNetwork: 3 });
  await Promise.all(Array.from({ length: 10 }, () => open()));
  await expect.poll(() => connections.count).toBe(10);
});
