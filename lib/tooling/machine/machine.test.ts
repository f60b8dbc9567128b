import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { tryChromium } from "#lib/tooling/machine/chromium.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { causeIn, findProgram } from "#lib/tooling/machine/system-package.ts";

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

test("of what apt-get prints the first error is the cause, of other programs the last line", () => {
  const offline =
    "Err:1 http://deb.debian.org\n  Temporary failure\nE: Failed to fetch chromium.deb\nE: Maybe run apt-get update?";
  expect(causeIn({ succeeded: false, output: offline })).toBe("Failed to fetch chromium.deb");
  expect(causeIn({ succeeded: false, output: "Downloading\nError: getaddrinfo ENOTFOUND\n" })).toBe(
    "Error: getaddrinfo ENOTFOUND",
  );
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
