import { writeFileSync } from "node:fs";
import path from "node:path";
import { restDocument } from "#app/api/rest-document.ts";
import { clientTypes } from "#lib/tooling/drawn/typescript-client.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const FILE = "features/rest-api/data/schema.gen.ts";

/** `npm run types:client`: writes the types of the API client anew, out of version 1's OpenAPI document. */
await runCommand(async () => {
  writeFileSync(path.join(import.meta.dirname, "..", "..", FILE), await clientTypes(restDocument()));
  say(`Written: ${FILE}`);
  return 0;
});
