import "#lib/tooling/say-problems.ts";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { BasePayload, generateImportMap, type SanitizedConfig } from "payload";
import config from "#app/_cms/payload.config.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const FOLDER = path.join(import.meta.dirname, "..", "_cms");
const SNAPSHOT = path.join(FOLDER, "data", "schema.json");

type Snapshot = Record<string, unknown>;
/** As far as it is used; Payload hands it over without its types. */
type Kit = {
  generateDrizzleJson(schema: unknown): Promise<Snapshot>;
  generateMigration(before: Snapshot, after: Snapshot): Promise<string[]>;
};

/**
 * `npm run cms`, after a change of app/_cms: prints the statements for a new file of lib/db/migrations that bring the desk's tables to the
 * configuration (nothing of Payload does that at run time), and names the parts of its interface that import-map.ts lacks. With `--write`
 * it also writes the snapshot that the next change is told from. Asks no database.
 */
await runCommand(async () => {
  const resolved = await config;
  const tables = await changeTables(resolved);
  const parts = await findMissingParts(resolved);
  for (const name of parts) say(`-- import-map.ts lacks ${name}`);
  return tables + parts.length > 0 ? 1 : 0;
});

/** How many statements there are. */
async function changeTables(resolved: SanitizedConfig): Promise<number> {
  const payload = await new BasePayload().init({
    config: resolved,
    disableDBConnect: true,
    disableOnInit: true,
  });
  const db = payload.db as unknown as { requireDrizzleKit(): Kit; schema: unknown };
  const kit = db.requireDrizzleKit();
  const after = await kit.generateDrizzleJson(db.schema);
  const before = JSON.parse(readFileSync(SNAPSHOT, "utf8")) as Snapshot;
  const statements = await kit.generateMigration(before, after);
  for (const statement of statements) say(statement);
  if (statements.length > 0 && process.argv.includes("--write"))
    writeFileSync(SNAPSHOT, `${JSON.stringify(after, null, 2)}\n`);
  return statements.length;
}

/** Payload writes what it would need elsewhere; the file of the house is written by hand, so that it reads like the others. */
async function findMissingParts(resolved: SanitizedConfig): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "import-map-"));
  const file = path.join(folder, "import-map.ts");
  writeFileSync(file, "");
  try {
    const { admin } = resolved;
    const asked = {
      ...resolved,
      admin: { ...admin, importMap: { ...admin.importMap, importMapFile: file } },
    };
    await generateImportMap(asked, { force: true, log: false });
    const needed = [...readFileSync(file, "utf8").matchAll(/^\s*"([^"]+#[^"]+)":/gm)].map(
      ([, name = ""]) => name,
    );
    const present = readFileSync(path.join(FOLDER, "import-map.ts"), "utf8");
    return needed.filter((name) => !present.includes(`"${name}"`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
