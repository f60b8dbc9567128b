import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createDevDoor } from "#lib/tooling/dev/dev-door.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server, port = 0): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A part that answers with its name, the address it was asked for and who is said to have asked. */
const part = (name: string) =>
  createServer((asked, answer) =>
    answer.end(`${name} ${asked.url} ${asked.headers["x-forwarded-for"] ?? "-"}`),
  );

const ask = async (port: number, path: string, headers: Record<string, string> = {}) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();

test("Next's own addresses go to the page renderer, all others to the front door", async () => {
  const apiPort = await listen(part("api"));
  const webPort = await listen(part("web"));
  const door = await listen(createDevDoor({ apiPort, webPort }));
  expect(await ask(door, "/profile?a=1")).toBe("api /profile?a=1 -");
  expect(await ask(door, "/_next/static/a.js")).toBe("web /_next/static/a.js -");
  expect(await ask(door, "/__nextjs_original-stack-frames")).toContain("web ");
  expect(await ask(door, "/services", { rsc: "1" })).toBe("web /services -");
});

test("nobody can claim to call from elsewhere", async () => {
  const apiPort = await listen(part("api"));
  const door = await listen(createDevDoor({ apiPort, webPort: apiPort }));
  expect(await ask(door, "/", { "x-forwarded-for": "203.0.113.7" })).toBe("api / -");
});

test("a request that comes while the front door is being started anew waits for it", async () => {
  const apiPort = await findFreePort();
  const door = await listen(createDevDoor({ apiPort, webPort: apiPort }));
  const waiting = ask(door, "/");
  await listen(part("api"), apiPort);
  expect(await waiting).toBe("api / -");
});

test("what does not come back is said after a while", async () => {
  const port = await findFreePort();
  const door = await listen(createDevDoor({ apiPort: port, webPort: port, patienceMs: 10 }));
  const answer = await fetch(`http://127.0.0.1:${door}/`);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("does not start")]);
});

test("the line over which the browser is told of changes reaches the page renderer", async () => {
  const web = createServer();
  web.on("upgrade", (_request, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    socket.on("data", (said) => socket.end(`web heard ${said}`));
  });
  const webPort = await listen(web);
  const door = await listen(createDevDoor({ apiPort: await findFreePort(), webPort }));
  const headers = { Connection: "Upgrade", Upgrade: "websocket" };
  const heard = await new Promise<string>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: door, path: "/_next/webpack-hmr", headers });
    asked.on("upgrade", (_answer: IncomingMessage, socket) => {
      socket.once("data", (data: Buffer) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.write("hello");
    });
    asked.on("error", reject);
    asked.end();
  });
  expect(heard).toBe("web heard hello");
});
