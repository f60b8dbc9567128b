import path from "node:path";
import { buildPartnerAgent } from "#lib/tooling/drawn/partner-agent-file.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

// npm run partner-agent:build -- [FOLDER]    writes the partner's program and its SHA-256, to .data/partner-agent when left out
await runCommand(async () => {
  const folder = path.resolve(process.argv[2] ?? path.join(ROOT, ".data", "partner-agent"));
  const { file, sha256, bytes } = await buildPartnerAgent(ROOT, folder);
  say(`${file} (${bytes} bytes)\nSHA-256 ${sha256}`);
  return 0;
});
