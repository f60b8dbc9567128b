import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";
import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";

async function find(port: number): Promise<string | null> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-running-"));
  writeFileSync(path.join(folder, "postgres.json"), JSON.stringify({ home: folder, port }));
  writeFileSync(path.join(folder, "postgres-password"), "secret");
  const url = await findRunningPostgres(folder, "sms_den");
  rmSync(folder, { recursive: true });
  return url;
}

test("a database that is slow to answer on a crowded machine is running all the same", async () => {
  const held = new Set<net.Socket>();
  const silent = net.createServer((socket) => void held.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, LOOPBACK, resolve));
  const { port } = silent.address() as net.AddressInfo;
  expect(await find(port)).toContain(`:${port}/sms_den`);
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test("a database whose port refuses connections is not running", async () => {
  expect(await find(await findFreePort())).toBeNull();
});
