import { localeFiles } from "#lib/tooling/drawn/locale-files.ts";
import { writeFileWhole } from "#lib/tooling/files.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

await runCommand(async () => {
  for (const { file, content } of localeFiles()) writeFileWhole(file, content);
  say("The translations of every language of lib/i18n/locales.ts are imported.");
  return 0;
});
