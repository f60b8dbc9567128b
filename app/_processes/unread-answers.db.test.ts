import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { type SpawnedProcess, spawnOnFreePort } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const SOCKETS = 400;
const REQUESTS = 60;
/** Of processor time for each reader: writing and hashing a megabyte takes more than ten. */
const MOST_MS = 4;
const MEGABYTE = 1_048_576;
/** Processor time in 300 ms of a process that has nothing left to do. */
const IDLE_MS = 30;

const { db, url } = await useTestDb();
const sockets: Socket[] = [];
let api: SpawnedProcess;
let origin = "";
let port = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  api = await spawnOnFreePort("api", (wanted) => ({
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    PORT: String(wanted),
    PUBLIC_URL: `http://127.0.0.1:${wanted}`,
    WEB_URL: "http://127.0.0.1:9",
    TRUSTED_PROXIES: "127.0.0.1",
  }));
  port = api.port;
  origin = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api?.stop("SIGKILL");
});

async function memory(): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes\S* (\d+)/m.exec(text)?.[1]);
}

/** From a network of its own, so that no limit of requests keeps it small: asks for a large answer again and again in one packet and never reads a byte. */
function openGreedy(path: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.push(socket);
  socket.pause();
  socket.on("error", () => undefined);
  const from = `10.0.${sockets.length >> 8}.${sockets.length & 255}`;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${from}\r\n\r\n`;
  return new Promise((resolve) => {
    socket.once("connect", () => {
      socket.write(request.repeat(REQUESTS), () => resolve());
    });
  });
}

it.each([
  // One copy for all of them; what is left is their requests.
  ["/api/openapi.json", 110],
  // Made for each; the garbage of making them counts too.
  ["/api/country", 220],
])(
  `${SOCKETS} connections that ask for %s ${REQUESTS} times and never read keep little of it in memory, and nobody from being served`,
  {
    timeout: 120_000,
  },
  async (path, megabytes) => {
    const answer = await fetch(origin + path);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
    const before = await memory();
    for (let at = 0; at < SOCKETS; at += 1) await openGreedy(path);
    // Others are served while it works on what it was asked for.
    const others = async () =>
      expect((await fetch(`${origin}/stubs/handler_api.php?action=getBalance&api_key=none`)).status).toBe(
        200,
      );
    for (let busyMs = Number.POSITIVE_INFINITY; busyMs > IDLE_MS; ) {
      const spent = await api.cpuMs();
      await others();
      await pause(300);
      busyMs = (await api.cpuMs()) - spent;
    }
    expect((await memory()) - before).toBeLessThan(megabytes * MEGABYTE);
    for (const socket of sockets.splice(0)) socket.destroy();
  },
);

it("eight readers who take the same document again and again cost less than its bytes would to write", async () => {
  const spent = async (work: () => Promise<unknown>) => {
    const before = await api.cpuMs();
    await work();
    return (await api.cpuMs()) - before;
  };
  const read = async () => (await fetch(`${origin}/api/openapi.json`)).arrayBuffer();
  await read();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least >= MOST_MS; round += 1)
    least = Math.min(least, (await spent(() => Promise.all(Array.from({ length: 40 }, read)))) / 40);
  expect(least).toBeLessThan(MOST_MS);
});
