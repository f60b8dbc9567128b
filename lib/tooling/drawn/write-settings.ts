import { writeSettings } from "#lib/tooling/drawn/settings.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

await runCommand(async () => {
  writeSettings();
  say("docs/operations.md and .env.example have the settings of lib/env.ts.");
  return 0;
});
