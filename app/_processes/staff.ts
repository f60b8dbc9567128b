import "#lib/tooling/say-problems.ts";
import { joinRunningStart } from "#lib/tooling/database/running-database.ts";
import { runCommand } from "#lib/tooling/terminal.ts";

/**
 * `npm run staff -- <e-mail> <support|money|money-lead|none|content|no-content>`: makes the first lead of an installation, who appoints the
 * others at the desk; the way back in when no lead is left. Noted in the audit.
 */
await runCommand(async () => {
  await joinRunningStart();
  // Not before: it reads the settings.
  const { runStaff } = await import("#app/_processes/staff/run-staff.ts");
  return runStaff(process.argv.slice(2));
});
