import { afterAll, expect, test } from "vitest";
import { lendingPool } from "#lib/db/borrow.ts";
import { createDb } from "#lib/db/pool.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { url } = await useTestDb();
const address = new URL(url);
const proxy = new TcpProxy({ host: address.hostname, port: Number(address.port) });
await proxy.start();
const through = new URL(url);
through.port = String(proxy.port);
through.hostname = "127.0.0.1";
const db = createDb(through.href, { max: 4, statementTimeoutMs: 700 });
afterAll(async () => {
  await proxy.restore();
  await db.close();
  await proxy.stop();
});

/** Connections that lie idle and were just used. */
async function warmUp(count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => db.pool.connect()));
  await Promise.all(clients.map((client) => client.query("select 1")));
  for (const client of clients) client.release();
}

test("a connection whose statement was given up is not lent again, whoever gives it back", async () => {
  await warmUp(1);
  const client = await db.pool.connect();
  proxy.blackhole();
  await expect(client.query("select 1")).rejects.toThrow(/timeout/i);
  client.release();
  await proxy.restore();
  await expect.poll(() => db.pool.idleCount).toBe(0);
  const next = await db.pool.connect();
  expect((await next.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
  next.release();
});

test("a library that takes connections itself is lent none that lay half-open", async () => {
  await warmUp(4);
  proxy.blackhole();
  await proxy.restore();
  // Longer idle than a connection is trusted unasked.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const pool = lendingPool(db.pool);
  const client = await pool.connect();
  expect((await client.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
  client.release();
  expect((await pool.query("select 4 as four")).rows).toEqual([{ four: 4 }]);
});

test("a connection at rest stays in the pool", async () => {
  await warmUp(2);
  const before = db.pool.totalCount;
  await warmUp(2);
  expect(db.pool.totalCount).toBe(before);
});
