import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** A step of the tables' history: runs once, never changes afterwards. */
export type VersionedFile = { readonly name: string; readonly sql: string; readonly checksum: string };

/** A function, view or trigger: applied whenever its text changes. */
export type DefinitionFile = {
  /** Also the name of what it defines. */
  readonly name: string;
  /** From the root of the checkout. */
  readonly file: string;
  readonly kind: "function" | "view" | "trigger";
  /** The feature it belongs to, or `lib`. */
  readonly owner: string;
  /** Definitions that must be there before it: a header line `-- needs: one, another`. */
  readonly needs: readonly string[];
  readonly sql: string;
  readonly checksum: string;
};

/** `lib/db/migrations/<time>_<feature>_<topic>.sql` in the order in which they run; names without `.sql`. */
export function listVersionedFiles(root: string = ROOT): VersionedFile[] {
  return globSync("lib/db/migrations/*.sql", { cwd: root })
    .sort()
    .map((file) => ({ name: path.basename(file, ".sql"), ...read(root, file) }));
}

/**
 * `lib/db/sql/*.sql` and `features/<feature>/sql/*.sql`, by path. Throws when one does not begin what it holds with
 * `create or replace function|view|trigger <name of the file>`.
 */
export function listDefinitionFiles(root: string = ROOT): DefinitionFile[] {
  return globSync(["lib/db/sql/*.sql", "features/*/sql/*.sql"], { cwd: root })
    .sort()
    .map((file) => define(root, file));
}

function define(root: string, file: string): DefinitionFile {
  return definitionOf(file, read(root, file).sql);
}

/** What a file of that path and text defines. */
export function definitionOf(file: string, sql: string): DefinitionFile {
  const name = path.basename(file, ".sql");
  const [kind, ...others] = definedIn(sql);
  if (!kind || others.length > 0 || kind.name !== name) {
    throw new Error(
      `${file} must define what it is named for, once: create or replace function|view|trigger ${name}`,
    );
  }
  const needs = sql.match(/^-- needs: (.+)$/m)?.[1] ?? "";
  const owner = file.startsWith("lib/") ? "lib" : (file.split("/")[1] ?? "");
  return {
    name,
    file,
    kind: kind.kind,
    owner,
    needs: needs.split(/,\s*/).filter(Boolean),
    sql,
    checksum: checksumOf(sql),
  };
}

/** What a text of SQL defines, outside of comments. */
export function definedIn(sql: string): { kind: DefinitionFile["kind"]; name: string }[] {
  return [
    ...sql
      .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "")
      .matchAll(/\bcreate\s+(?:or\s+replace\s+)?(function|view|trigger)\s+([a-z_][a-z0-9_]*)/gi),
  ].map(([, kind = "", name = ""]) => ({ kind: kind.toLowerCase() as DefinitionFile["kind"], name }));
}

function read(root: string, file: string): { sql: string; checksum: string } {
  const sql = readFileSync(path.join(root, file), "utf8");
  return { sql, checksum: checksumOf(sql) };
}

export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}
