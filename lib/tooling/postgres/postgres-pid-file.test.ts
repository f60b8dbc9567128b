import { expect, test } from "vitest";
import { findAccount } from "#lib/tooling/postgres/os-user.ts";
import { parsePidFile } from "#lib/tooling/postgres/postgres-pid-file.ts";
import { optionText, quoteForShell, serverSettings } from "#lib/tooling/postgres/postgres-settings.ts";
import { parseProcStart } from "#lib/tooling/process-identity.ts";
import { parseParent } from "#lib/tooling/start/ancestors.ts";

test("the pid file names process, folder and port", () => {
  expect(parsePidFile("4711\n/srv/data\n1795272000\n5433\n\n127.0.0.1\n")).toEqual({
    pid: 4711,
    dataFolder: "/srv/data",
    port: 5433,
  });
});

test("a pid file that is just being written has no port yet; a torn one is none", () => {
  expect(parsePidFile("4711\n/srv/data\n1795272000")).toEqual({
    pid: 4711,
    dataFolder: "/srv/data",
    port: null,
  });
  expect(parsePidFile("")).toBeNull();
  expect(parsePidFile("not a number\n")).toBeNull();
});

test("a process whose name holds blanks and brackets keeps its start time; a dead one has none", () => {
  const rest = (state: string) =>
    [state, ...Array.from({ length: 18 }, (_, index) => String(index)), "987654"].join(" ");
  expect(parseProcStart(`42 (a b) c) ${rest("S")} 1 2`)).toBe("987654");
  expect(parseProcStart(`42 (node) ${rest("Z")} 1 2`)).toBeNull();
  expect(parseParent("42 (a) b) S 17 42")).toBe(17);
});

test("an account is found by name or number", () => {
  const passwd = "root:x:0:0:root:/root:/bin/sh\nsms-den:x:997:996::/:/bin/false\n";
  expect(findAccount(passwd, { name: "sms-den" })).toEqual({ name: "sms-den", uid: 997, gid: 996 });
  expect(findAccount(passwd, { uid: 0 })?.name).toBe("root");
  expect(findAccount(passwd, { name: "sms" })).toBeNull();
});

test("a setting cannot break out of its word", () => {
  expect(quoteForShell("256MB")).toBe("256MB");
  expect(quoteForShell("")).toBe("''");
  expect(quoteForShell("a'; rm -rf /")).toBe(String.raw`'a'\''; rm -rf /'`);
  expect(optionText({ port: 5433, unix_socket_directories: "" })).toBe(
    "-c port=5433 -c unix_socket_directories=''",
  );
});

test("only the server of tests may lose what it has confirmed", () => {
  expect(serverSettings(true)).toMatchObject({
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
  });
  expect(serverSettings(true).listen_addresses).toBe("127.0.0.1");
  expect(serverSettings(false).fsync).toBe("off");
});
