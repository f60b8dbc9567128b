import { type DefinitionFile, listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";

/** Something of the database that has a name and an owner. */
type Thing = {
  readonly name: string;
  readonly owner: string;
  readonly kind: "table" | DefinitionFile["kind"];
};

/** One file of SQL names something that another feature owns. */
export type Use = {
  readonly user: DefinitionFile;
  readonly used: Thing;
  /** Does the file change it, too? */
  readonly writes: boolean;
};

/** Every use across features in the functions, views and triggers of the house. What lib owns is everybody's. */
export function listUses(): Use[] {
  const definitions = listDefinitionFiles();
  const things = new Map(
    [...tables(), ...definitions.map(({ name, owner, kind }) => ({ name, owner, kind }))]
      .filter(({ owner }) => owner !== "lib")
      .map((thing) => [thing.name, thing]),
  );
  return definitions.flatMap((user) => {
    const code = withoutWords(user.sql);
    return [...new Set(code.match(/\b[a-z_][a-z0-9_]*\b/g))]
      .map((word) => things.get(word))
      .filter((used) => used !== undefined)
      .filter(({ owner }) => owner !== user.owner)
      .map((used) => ({ user, used, writes: isWritten(code, used.name) }));
  });
}

/** Is the first feature above the second? Only then may the second know it. */
export function isAbove(owner: string, user: string): boolean {
  const order: readonly string[] = featureOrder;
  return order.indexOf(owner) < order.indexOf(user);
}

/** Whom a definition opens itself to: its header line `-- door: one, another` names features. */
export function doorOf({ sql }: DefinitionFile): string[] {
  const line = sql.match(/^-- door: (.+)$/m)?.[1] ?? "";
  return line.split(/,\s*/).filter(Boolean);
}

function tables(): Thing[] {
  return listVersionedFiles().flatMap(({ sql }) =>
    [
      ...withoutWords(sql).matchAll(
        /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi,
      ),
    ].map(([, name = ""]) => ({ name, owner: ownerOfName(name), kind: "table" as const })),
  );
}

function ownerOfName(name: string): string {
  const owner = featureOrder.find((feature) => {
    const prefix = feature.replaceAll("-", "_");
    return name === prefix || name.startsWith(`${prefix}_`);
  });
  return owner ?? "lib";
}

/** Without comments and without what stands in quotes, which may be any words. */
function withoutWords(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").replaceAll(/'(?:[^']|'')*'/g, "''");
}

function isWritten(code: string, name: string): boolean {
  return new RegExp(
    String.raw`\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+${name}\b`,
    "i",
  ).test(code);
}
