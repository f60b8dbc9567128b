import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { FrontDoor } from "#lib/api/front-door/front-door.ts";
import { Health } from "#lib/api/health.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { log } from "#lib/log.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const lines: Record<string, unknown>[] = [];
const door = new FrontDoor({
  api: { fetch: (request, facts) => app.fetch(request, facts) },
  publicUrl: "http://smsden.test",
  webUrl: "http://127.0.0.1:9",
  mounts: { "/mailbox": "http://127.0.0.1:9" },
  rules: [],
  trustedProxies: [],
  health: new Health({ process: "api", checks: {} }),
  accessLog: { info: (line) => lines.push(line), flush: () => {} },
});
beforeAll(async () => {
  door.server.listen(0, "127.0.0.1");
  await once(door.server, "listening");
});
afterAll(() => door.stop(100));

/** Sends half of what it announces and leaves. */
async function abortUpload(method: string, path: string, type: string, part: string): Promise<void> {
  const socket = connect((door.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: smsden.test\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n${part}`,
  );
  await pause(3);
  socket.destroy();
}

it("an upload that its sender breaks off is a line in the log of requests, not an error", async () => {
  const errors = vi.spyOn(log, "error");
  const uploads = [
    ...apiRoutes
      .filter(({ endpoint }) => endpoint.method !== "GET")
      .map(({ endpoint }) => [endpoint.method, `/api${endpoint.path.replaceAll(/\{\w+\}/g, "1")}`] as const),
    ["POST", "/stubs/handler_api.php?action=getBalance"] as const,
    ["POST", "/csp-report"] as const,
    ["POST", "/mailbox/1"] as const,
    ["POST", "/"] as const,
  ];
  for (const [method, path] of uploads) {
    await abortUpload(method, path, "application/json", '{"email":');
    await abortUpload(method, path, "application/x-www-form-urlencoded", "a=1&b");
  }
  await eventually(() => expect(lines.length).toBe(uploads.length * 2));
  await pause(200);
  expect(errors.mock.calls).toEqual([]);
  expect(uploads.length).toBeGreaterThan(60);
  expect(lines.some(({ status }) => status === 499)).toBe(true);
});
