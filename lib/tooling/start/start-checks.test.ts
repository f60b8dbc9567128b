import net from "node:net";
import { expect, test } from "vitest";
import { checkVersion } from "#lib/tooling/database/database-version.ts";
import { findFreePort } from "#lib/tooling/ports.ts";
import { withoutComments } from "#lib/tooling/source-files.ts";
import { demoPagesNote } from "#lib/tooling/start/announce.ts";
import { loopbackUrl } from "#lib/tooling/start/default-start.ts";
import { parsePort, requireFreePort } from "#lib/tooling/start/start-checks.ts";

test.each(["", "0", "65536", "-1", "3e3", "80a", "3000.5"])("PORT=%s is refused with the remedy", (text) => {
  expect(() => parsePort(text, "npm run up")).toThrow("Set it to a number from 1 to 65535");
});

test("a taken port is named with the remedy", async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await expect(requireFreePort(port, "127.0.0.1", "npm run up")).rejects.toThrow(
    `Port ${port} is taken by another program. End it, or choose another port: PORT=${port + 1} npm run up`,
  );
  await new Promise((resolve) => server.close(resolve));
  await requireFreePort(port, "127.0.0.1", "npm run up");
});

test("an address of another machine is named with the remedy", async () => {
  await expect(requireFreePort(await findFreePort(), "203.0.113.7", "npm run up")).rejects.toThrow(
    "no address of this machine",
  );
});

test("PostgreSQL 15 is the oldest that is taken", () => {
  expect(() => checkVersion(140_012)).toThrow("PostgreSQL 14; SMS Den needs 15 or newer");
  expect(() => checkVersion(150_000)).not.toThrow();
});

test("a start that others can reach tells who may see its mailbox and its test gateway", () => {
  for (const host of ["127.0.0.1", "localhost", "::1"]) expect(demoPagesNote(host, undefined)).toBeNull();
  for (const host of ["0.0.0.0", "::", "192.0.2.1"]) {
    expect(demoPagesNote(host, undefined)).toContain("on this machine alone");
    expect(demoPagesNote(host, "1")).toContain("Everybody");
  }
});

test("parts on this machine reach the front door on every address it may listen on", () => {
  expect(loopbackUrl("0.0.0.0", 3000)).toBe("http://127.0.0.1:3000");
  expect(loopbackUrl("::1", 3000)).toBe("http://[::1]:3000");
  expect(loopbackUrl("10.1.2.3", 80)).toBe("http://10.1.2.3:80");
});

test("comments are left out, addresses are not", () => {
  expect(withoutComments('const a = "http://x"; // Date.now()\n/* b\nc */ d')).toBe(
    'const a = "http://x"; \n    \n     d',
  );
});
