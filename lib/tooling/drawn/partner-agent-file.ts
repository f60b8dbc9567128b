import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const FILE = "sms-den-modems.mjs";

export type BuiltAgent = { readonly file: string; readonly sha256: string; readonly bytes: number };

/**
 * Writes the partner's program as one file that runs on Node 20 or newer without packages, and its SHA-256 beside it as
 * `sha256sum -c` reads it, and version, SHA-256 and size as JSON. The same sources give the same bytes.
 */
export async function buildPartnerAgent(folder: string): Promise<BuiltAgent> {
  const bundle = await rolldown({
    input: path.join(ROOT, "app/_partner-agent/main.ts"),
    cwd: ROOT,
    platform: "node",
    transform: { target: "node20" },
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const [chunk, ...others] = output;
  const foreign = chunk.imports.filter((name) => !builtinModules.includes(name.replace(/^node:/, "")));
  if (others.length > 0 || foreign.length > 0)
    throw new Problem(`The partner's program is not one file of its own: ${foreign.join(", ")}`);
  const text = `#!/usr/bin/env node\n${chunk.code}`;
  const file = path.join(folder, FILE);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  const bytes = readFileSync(file);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(`${file}.sha256`, `${sha256}  ${FILE}\n`);
  const version = execFileSync(process.execPath, [file, "--version"], { encoding: "utf8" }).trim();
  writeFileSync(`${file}.json`, `${JSON.stringify({ version, sha256, bytes: bytes.length })}\n`);
  return { file, sha256, bytes: bytes.length };
}

// npm run partner-agent:build -- [FOLDER]    writes the partner's program and its SHA-256, to .data/partner-agent when left out
if (import.meta.main)
  await runCommand(async () => {
    const folder = path.resolve(process.argv[2] ?? path.join(ROOT, ".data", "partner-agent"));
    const { file, sha256, bytes } = await buildPartnerAgent(folder);
    say(`${file} (${bytes} bytes)\nSHA-256 ${sha256}`);
    return 0;
  });
