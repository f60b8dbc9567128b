import { writeFileSync } from "node:fs";
import path from "node:path";
import { accessDocument } from "#app/api/access-table.ts";
import { apiRoutes } from "#app/api/api-app.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const FILE = "docs/access.md";

/** `npm run docs:access`: writes the table of who may call what anew, out of the contracts. */
await runCommand(async () => {
  writeFileSync(path.join(import.meta.dirname, "..", "..", FILE), accessDocument(apiRoutes));
  say(`Written: ${FILE}`);
  return 0;
});
