import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { tryChromium } from "#lib/tooling/machine/chromium.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { becomeRoot, causeIn, findProgram, installPackages } from "#lib/tooling/machine/system-package.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-machine-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that prints this, to its errors when it fails. */
function program(output: string, status = 0): string {
  const file = path.join(mkdtempSync(path.join(folder, "p-")), "program");
  writeFileSync(file, `#!/bin/sh\ncat <<'END' ${status ? ">&2" : ""}\n${output}\nEND\nexit ${status}\n`);
  chmodSync(file, 0o755);
  return file;
}

test.each([
  ["Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)", "156.0.8078.79"],
  ["/usr/bin/chromium: 9: [: 25271705600: unexpected operator\nChromium 150.0.7871.46", "150.0.7871.46"],
  ["Google Chrome for Testing 159.0.8154.6", "159.0.8154.6"],
])("the version of a browser is read from what it prints: %j", (output, version) => {
  expect(tryChromium(program(output))).toMatchObject({ version });
});

test("a browser that is a stub, lacks a library or says no version is known as one that does not start", () => {
  const library = "error while loading shared libraries: libnss3.so: cannot open shared object file";
  expect(tryChromium(program(library, 127))).toMatchObject({ because: library });
  expect(tryChromium(program("snap install chromium", 1))).toMatchObject({
    because: "snap install chromium",
  });
  expect(tryChromium(program("something else"))).toMatchObject({ because: "something else" });
});

test("of what apt-get prints the first error is the cause, of Playwright the innermost, of other programs the last line", () => {
  const offline =
    "Err:1 http://deb.debian.org\n  Temporary failure\nE: Failed to fetch chromium.deb\nE: Maybe run apt-get update?";
  expect(causeIn({ succeeded: false, output: offline })).toBe("Failed to fetch chromium.deb");
  const playwright =
    "Error: Failed to download Chrome, caused by\nError: Download failure\nError: getaddrinfo ENOTFOUND\n    at onlookup {\n  errno: -3008\n}";
  expect(causeIn({ succeeded: false, output: playwright })).toBe("Error: getaddrinfo ENOTFOUND");
});

test("a browser that CHROMIUM_PATH names is the one that is used, or said to be wrong: no other is installed", async () => {
  const works = program("Chromium 156.0.8078.79");
  vi.stubEnv("CHROMIUM_PATH", works);
  await expect(ensureChromium()).resolves.toBeUndefined();
  vi.stubEnv("CHROMIUM_PATH", program("no", 2));
  await expect(ensureChromium()).rejects.toThrow("does not start: no. Correct it, or unset it");
  vi.stubEnv("CHROMIUM_PATH", path.join(folder, "none"));
  await expect(ensureChromium()).rejects.toThrow("which is no program");
});

test("a program is found on the path, and one that is nowhere is not", () => {
  vi.stubEnv("PATH", path.dirname(program("")));
  expect(findProgram("program")).toContain(folder);
  expect(findProgram("no-such-program-anywhere")).toBeUndefined();
});

/** A machine with an apt-get of its own, before all other programs; answers the words that apt-get was called with, call by call. */
function machineWith(aptGet: string, { sudo, userId }: { sudo: string; userId: number }): () => string[] {
  const programs = mkdtempSync(path.join(folder, "m-"));
  const calls = path.join(programs, "calls");
  const add = (name: string, script: string) => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\ncd ${programs}\n${script}\n`);
    chmodSync(path.join(programs, name), 0o755);
  };
  add("apt-get", `echo "$*" >> calls\n${aptGet}`);
  add("sudo", sudo);
  vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
  vi.spyOn(process, "getuid").mockReturnValue(userId);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () =>
    existsSync(calls)
      ? readFileSync(calls, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.replace(/^.*--quiet /, ""))
      : [];
}

const root = { sudo: "exit 1", userId: 0 };
const INSTALL = "install --yes --no-install-recommends thing";

test("a package that the list knows is installed at once, without refreshing the list", () => {
  const calls = machineWith("exit 0", root);
  expect(installPackages("a thing", ["thing"])?.succeeded).toBe(true);
  expect(calls()).toEqual([INSTALL]);
});

test("an old list of packages is refreshed after an installation has failed, and it is tried once more", () => {
  const old = 'case "$*" in *update) touch fresh ;; *) test -e fresh ;; esac';
  const calls = machineWith(old, root);
  expect(installPackages("a thing", ["thing"])?.succeeded).toBe(true);
  expect(calls()).toEqual([INSTALL, "update", INSTALL]);
});

test("a list of packages is left as it is where the package is not needed", () => {
  const calls = machineWith("exit 100", root);
  expect(installPackages("a thing", ["thing"], "known")?.succeeded).toBe(false);
  expect(calls()).toEqual([INSTALL]);
});

test("of a list that cannot be refreshed the network is told as the cause, not the package that it lacks", () => {
  const offline = `case "$*" in *update) echo "W: Failed to fetch http://deb.example  Temporary failure" ;;
    *) echo "E: Unable to locate package thing" >&2; exit 100 ;; esac`;
  machineWith(offline, root);
  const answer = installPackages("a thing", ["thing"]);
  expect(answer?.succeeded).toBe(false);
  expect(answer && causeIn(answer)).toBe(
    "The list of packages is old and cannot be refreshed: Failed to fetch http://deb.example  Temporary failure",
  );
});

test("who is not root installs by a sudo that asks for no password, and by nothing else", () => {
  const calls = machineWith("exit 0", { sudo: 'test "$1" = -n && shift && exec "$@"', userId: 1_000 });
  expect(becomeRoot()).toEqual(["sudo", "-n"]);
  expect(installPackages("a thing", ["thing"])?.succeeded).toBe(true);
  expect(calls()).toEqual([INSTALL]);
  const refused = machineWith("exit 0", { sudo: "echo a password is required >&2; exit 1", userId: 1_000 });
  expect(installPackages("a thing", ["thing"])).toBeNull();
  expect(refused()).toEqual([]);
});
