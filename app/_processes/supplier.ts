import "#lib/tooling/say-problems.ts";
import { joinRunningStart } from "#lib/tooling/database/running-database.ts";
import { runCommand } from "#lib/tooling/terminal.ts";

/** `npm run supplier -- <verb> ...`: what the desk does with suppliers, for a person at the server. Noted in the audit. */
await runCommand(async () => {
  await joinRunningStart();
  // Not before: it reads the settings.
  const { runSupplier } = await import("#app/_processes/supplier/run-supplier.ts");
  return runSupplier();
});
