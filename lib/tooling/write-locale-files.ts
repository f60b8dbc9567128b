import { writeFileAtomically } from "#lib/tooling/files.ts";
import { localeFiles } from "#lib/tooling/locale-files.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

await runCommand(async () => {
  for (const { file, content } of localeFiles()) writeFileAtomically(file, content);
  say("The translations of every language of lib/i18n/locales.ts are imported.");
  return 0;
});
