import { type DefinitionFile, listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { HOLE, listTexts } from "#lib/tooling/judges/sql-in-typescript.ts";
import { isTest, listSources, type SourceFile } from "#lib/tooling/source-files.ts";

/** Something of the database that has a name and an owner. */
type Thing = {
  readonly name: string;
  readonly owner: string;
  readonly kind: "table" | DefinitionFile["kind"];
};

/** A file of SQL, or one of TypeScript with statements in it (its name is its path then). */
type User = { readonly name: string; readonly file: string; readonly owner: string };

/** One file names something that another feature owns. */
export type Use = {
  readonly user: User;
  readonly used: Thing;
  /** Does the file change it, too? */
  readonly writes: boolean;
};

/**
 * Every use across features: in the functions, views and triggers of the house, and in the statements of what runs in TypeScript. What
 * lib owns is everybody's.
 */
export function listUses(): Use[] {
  return [
    ...definitions.flatMap((user) => {
      const code = withoutWords(user.sql);
      return usesOf(user, code, code.match(WORD) ?? []);
    }),
    ...listSources()
      .filter(({ path }) => hasStatementsOfTheProduct(path))
      .flatMap(usesInSource),
  ];
}

/** The uses in the statements of one file of TypeScript. */
export function usesInSource({ path, text }: Pick<SourceFile, "path" | "text">): Use[] {
  const texts = listTexts(text, path.endsWith(".tsx")).map(withoutWords);
  const named = texts.flatMap(namesIn);
  const [part = "", feature = ""] = path.split("/");
  const user = { name: path, file: path, owner: part === "features" ? feature : part };
  return usesOf(user, texts.join(";\n"), named).filter(({ used }) => used.kind !== "trigger");
}

/** Is the first feature above the second? Only then may the second know it; app stands below all. */
export function isAbove(owner: string, user: string): boolean {
  const order: readonly string[] = [...featureOrder, "app"];
  return order.indexOf(owner) < order.indexOf(user);
}

/** Whom a definition opens itself to: its header line `-- door: one, another` names features. */
export function doorOf({ sql }: DefinitionFile): string[] {
  const line = sql.match(/^-- door: (.+)$/m)?.[1] ?? "";
  return line.split(/,\s*/).filter(Boolean);
}

const definitions = listDefinitionFiles();
const things: ReadonlyMap<string, Thing> = new Map(
  [...tables(), ...definitions.map(({ name, owner, kind }) => ({ name, owner, kind }))]
    .filter(({ owner }) => owner !== "lib")
    .map((thing) => [thing.name, thing]),
);

const WORD = /\b[a-z_][a-z0-9_]*\b/g;

/** Tests, factories, and the tools that work on the tables of any product have walls of their own. */
function hasStatementsOfTheProduct(file: string): boolean {
  return (
    /^(?:app|components|features|lib)\//.test(file) &&
    !/^lib\/(?:tooling|testing)\//.test(file) &&
    !/\.(?:factory|gen)\.ts$/.test(file) &&
    !isTest(file)
  );
}

/**
 * Names of things in a text, which may be a statement or anything else: so a name of a single word, as `payments`, counts only where a
 * table's name stands. A name that goes on in a hole stands for all that begin like it.
 */
function namesIn(text: string): string[] {
  const words = [...text.matchAll(WORD)].filter(
    ({ 0: word, index }) => word.includes("_") || isAsTable(text, index),
  );
  const begun = [...text.matchAll(new RegExp(String.raw`\b([a-z]+_[a-z0-9_]*)${HOLE}`, "g"))];
  return [
    ...words.map(([word]) => word),
    ...begun.flatMap(([, begin = ""]) => [...things.keys()].filter((name) => name.startsWith(begin))),
  ];
}

function isAsTable(text: string, at: number): boolean {
  return /(?:\b(?:from|join|into|update|using|only|table)|,)[\s(]+(?:public\.)?"?$/i.test(text.slice(0, at));
}

function usesOf(user: User, code: string, words: readonly string[]): Use[] {
  return [...new Set(words)]
    .map((word) => things.get(word))
    .filter((used) => used !== undefined)
    .filter(({ owner }) => owner !== user.owner)
    .map((used) => ({ user, used, writes: isWritten(code, used.name) }));
}

function tables(): Thing[] {
  return listVersionedFiles().flatMap(({ sql }) =>
    [
      ...withoutWords(sql).matchAll(
        /\b(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?|alter\s+table\s+[a-z_]+\s+rename\s+to\s+)([a-z_]+)/gi,
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
    String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?${name}\b`,
    "i",
  ).test(code);
}
