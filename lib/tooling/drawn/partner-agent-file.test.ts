import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildPartnerAgent } from "#lib/tooling/drawn/partner-agent-file.ts";
import { ROOT } from "#lib/tooling/files.ts";

function givenFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "agent-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("the partner's program is one file that runs alone, the same bytes from the same sources, with its checksum", async () => {
  const [built, again] = [await buildPartnerAgent(givenFolder()), await buildPartnerAgent(givenFolder())];
  expect(again.sha256).toBe(built.sha256);
  expect(readFileSync(`${built.file}.sha256`, "utf8")).toBe(
    `${built.sha256}  ${path.basename(built.file)}\n`,
  );
  const text = readFileSync(built.file, "utf8");
  const imported = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name = ""]) => name);
  expect(imported.length).toBeGreaterThan(3);
  expect(
    imported.filter((name) => !name.startsWith("node:")),
    "The program may import what Node brings along alone.",
  ).toEqual([]);
  expect(text).not.toContain(ROOT);
  const alone = path.join(givenFolder(), "elsewhere.mjs");
  copyFileSync(built.file, alone);
  const shown = execFileSync(process.execPath, [alone, "--version"], { encoding: "utf8", cwd: os.tmpdir() });
  expect(shown).toMatch(/^\d+\.\d+\.\d+\n$/);
});
