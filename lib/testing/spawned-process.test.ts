import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { spawnOnFreePort } from "#lib/testing/spawned-process.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

test("a process whose port another program took in between is started on another port", async () => {
  const neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void neighbour.close());
  const taken = (neighbour.address() as AddressInfo).port;
  const ports = [taken, await findFreePort()];
  const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-taken-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chosen: number[] = [];
  const settingsOn = (port: number) => {
    chosen.push(port);
    return {
      DEMO: "1",
      DATA_FOLDER: folder,
      PUBLIC_URL: "http://shop.test",
      TEST_GATEWAY_URL: `http://127.0.0.1:${port}`,
      TEST_GATEWAY_SECRET: "a secret of this test, 32 letters long",
    };
  };
  const spawned = await spawnOnFreePort("test-gateway", settingsOn, async () => ports.shift() as number);
  onTestFinished(() => spawned.stop("SIGKILL"));
  expect(chosen).toEqual([taken, spawned.port]);
}, 60_000);

test("ports of tests lie below those that the kernel hands out by itself", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findFreePort));
  expect(Math.max(...ports)).toBeLessThan(32_000);
});
