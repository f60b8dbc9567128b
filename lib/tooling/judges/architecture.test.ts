import { existsSync, globSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";
import { findLines, isTest, listSources } from "#lib/tooling/source-files.ts";

const sources = listSources();
const product = sources.filter(({ path: file }) => !isTest(file));

/** Programs that are shown to people: texts, which run elsewhere. */
const shownPrograms = /^features\/api-docs\/(samples\/[a-z-]+|tester\/snippets)\.rules\.ts$/;

function linesOutside(pattern: RegExp, allowed: RegExp): string[] {
  return product
    .filter(
      ({ path: file }) => !allowed.test(file) && !shownPrograms.test(file) && !/\.factory\.tsx?$/.test(file),
    )
    .flatMap((source) => findLines(source, pattern));
}

describe("rooms", () => {
  const ROOMS =
    "contract|rules|view|script|errors|topics|reads|writes|loaders|routes|gate|jobs|gateway|checks|client|factory";
  const FILE = new RegExp(
    [
      String.raw`^(?:[a-z0-9-]+/)*[a-z0-9-]+\.(?:${ROOMS})(?:(?:\.db)?\.test)?\.ts$`,
      String.raw`^(?:[a-z0-9-]+/)*[a-z0-9-]+(?:\.island|\.client|\.rules|\.script|\.factory)?(?:\.test)?\.tsx$`,
      String.raw`^(?:[a-z0-9-]+/)*[a-z0-9-]+(?:\.db)?\.test\.ts$`,
      String.raw`^sql/[a-z0-9_]+\.sql$`,
      "^(?:[a-z0-9-]+/)*data/.+$",
    ].join("|"),
  );

  test("a feature has the rooms of the plan and no others", () => {
    const files = globSync("features/*/**/*", { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(ROOT, "features"), path.join(entry.parentPath, entry.name)));
    const offenders = files.filter((file) => !FILE.test(file.split("/").slice(1).join("/")));
    expectNone(
      offenders,
      `Name the file <topic>.<room>.ts (rooms: ${ROOMS.replaceAll("|", ", ")}); a folder is for a topic of several files.`,
    );
  });

  const named = product.filter(
    ({ path: file }) => file.startsWith("features/") && !file.includes("/data/") && !file.endsWith(".gen.ts"),
  );

  test("no file name occurs twice within a feature", () => {
    const places = Map.groupBy(named, ({ path: file }) => `${file.split("/")[1]}: ${path.basename(file)}`);
    const offenders = [...places].filter(([, files]) => files.length > 1).map(([name]) => name);
    expectNone(offenders, "Put the topic into the name, so that an editor's tab says which one is open.");
  });

  test("no two types of a feature share a name, so that one word means one thing", () => {
    const types = named.flatMap(({ path: file, code }) =>
      [...code.matchAll(/^export (?:type|interface) (\w+)/gm)].map(
        ([, name]) => `${file.split("/")[1]}: ${name}`,
      ),
    );
    const offenders = types.filter((name, at) => types.indexOf(name) !== at);
    expectNone(offenders, "Share the type, or give the second thing a name of its own.");
  });

  test("a folder is for a topic of several files", () => {
    const files = named.map(({ path: file }) => file);
    const perFolder = Map.groupBy(files, (file) => path.dirname(file));
    const offenders = [...perFolder]
      .filter(
        ([folder, inside]) =>
          // A feature's own folder stands from its first file on.
          folder.split("/").length > 2 &&
          inside.length === 1 &&
          readdirSync(path.join(ROOT, folder), { withFileTypes: true }).every((entry) => entry.isFile()),
      )
      .map(([folder]) => folder);
    expectNone(offenders, "Move the only file up; its own name says the topic.");
  });

  test("every feature has its place in the order", () => {
    const folder = path.join(ROOT, "features");
    const features = existsSync(folder) ? readdirSync(folder) : [];
    const offenders = features.filter((name) => !(featureOrder as readonly string[]).includes(name));
    expectNone(offenders, "Add the feature to lib/tooling/feature-order.ts where it belongs.");
  });

  test("files are kebab-case; there are no barrels and no drawers for odds and ends", () => {
    const offenders = sources
      .map(({ path: file }) => file)
      .filter((file) => {
        const name = path.basename(file);
        return (
          !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(name) ||
          /^(index|utils?|helpers?|misc|common)\./.test(name)
        );
      });
    expectNone(
      offenders,
      "Name the file after what it holds, in kebab-case; import from the file itself instead of a barrel.",
    );
  });

  test('islands begin with "use client", and only islands do', () => {
    const isIsland = (file: string) => file.endsWith(".island.tsx");
    // Next asks for these by name; *.client.ts holds hooks.
    const mayBegin = /(^app\/.*(error|global-error)\.tsx$)|(^features\/.+\.client\.ts$)/;
    const begins = (text: string) =>
      /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*\n))*\s*["']use client["']/.test(text);
    const offenders = product
      .filter(({ path: file, text }) =>
        isIsland(file) ? !begins(text) : begins(text) && !mayBegin.test(file),
      )
      .map(({ path: file }) => file);
    expectNone(
      offenders,
      'Name a file that begins with "use client" *.island.tsx, and begin every island with it.',
    );
  });
});

describe("doors to the outside", () => {
  test("only lib/env.ts reads the environment", () => {
    // The partner's program runs elsewhere: gammu-smsd hands SMS over in the environment.
    const allowed =
      /^(lib\/env\.ts|lib\/(tooling|testing)\/|bench\/|[a-z.]+\.config\.ts|app\/_partner-agent\/main\.ts)/;
    const offenders = linesOutside(/process\.env(?!\.(NODE_ENV|NEXT_PUBLIC_\w+|NEXT_RUNTIME)\b)/, allowed);
    expectNone(offenders, "Declare the setting in lib/env.ts and read env.<NAME>.");
  });

  test("no page and no part of the API knows of the content desk's process, beside which all are the same", () => {
    const allowed = /^(lib\/env\.ts|lib\/tooling\/|app\/_(?:cms|processes)\/)/;
    expectNone(
      linesOutside(/\b(?:CMS_(?:URL|PORT|KEY|DATABASE_URL)|CONTENT_DESK)\b/, allowed),
      "Read what editors have written from the views content_*: they are there, and empty, without a desk.",
    );
  });

  test("only the content desk and what writes its types run Payload, the migrate step never does", () => {
    const allowed = /^(app\/_cms\/|app\/_processes\/write-cms\.ts$|lib\/testing\/test-files\.ts$)/;
    expectNone(
      linesOutside(/(?:from|import\() ?"(?:@payloadcms\/|payload["/])/, allowed),
      "Its tables arrive by the product's own migrations; what editors wrote is read from the views content_*.",
    );
  });

  test("only lib/clock.ts reads the clock", () => {
    const allowed = /^(lib\/clock\.ts|lib\/(tooling|testing)\/|bench\/|next\.config\.ts)/;
    const offenders = linesOutside(/\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/, allowed);
    expectNone(
      offenders,
      "Call now(), nowMs() or monotonicMs() of lib/clock.ts; deadlines are judged by the database.",
    );
  });

  test("only the log and the terminal print", () => {
    const allowed =
      /^(lib\/(log-sink|tooling\/terminal|testing\/setup)\.ts|app\/_partner-agent\/print\.ts|bench\/)/;
    const offenders = linesOutside(/\bconsole\.\w+\(|process\.(stdout|stderr)\.write\(/, allowed);
    expectNone(offenders, "Use log of lib/log.ts; commands use say() of lib/tooling/terminal.ts.");
  });

  test("only lib/db takes connections to the database", () => {
    const allowed = /^(lib\/(db|tooling|testing)\/|bench\/)/;
    const offenders = linesOutside(
      /pool\.connect\(|new pg\.(Client|Pool)\(|new (Client|Pool)\(\{?\s*connectionString/,
      allowed,
    );
    expectNone(
      offenders,
      "Use withTransaction of lib/db/transaction.ts, or the functions of lib/db/query.ts.",
    );
  });

  test("islands and clients check with the small build of zod", () => {
    const offenders = product
      .filter(({ path: file }) => /\.(island\.tsx|client\.ts)$/.test(file))
      .flatMap((source) => findLines(source, /^import (?!type\b).*from "zod"/m));
    expectNone(
      offenders,
      'Write import * as z from "zod/mini"; kinds of fields stand in form-fields.client.ts.',
    );
  });

  // A literal name by js-cookie or Next's own way, a header that is made by hand, or none of the house's ways.
  const besidesTheList =
    /cookies?[\s()?]*\.set\(\s*["'`{]|\bsetCookieHeader\(\s*[{"'`]|\bdocument\.cookie\s*=[^=]|\bcookieStore\.set|["'`]set-cookie["'`]\s*[:,]\s*["'`]/i;

  test("no code sets a cookie that lib/cookies.ts, and with it the privacy page, does not list", () => {
    expectNone(
      linesOutside(besidesTheList, /^lib\/testing\//),
      "Add the cookie to lib/cookies.ts and, with its purpose, to the privacy page, and set it by that entry.",
    );
  });

  test.each([
    'cookie.set("x", "1")',
    'response.cookies.set("x", "1")',
    'response.cookies.set({ name: "x", value: "1" })',
    '(await cookies()).set("x", "1")',
    '(await requestCookies()).set("x", "1")',
    'document.cookie = "x=1"',
    'headers.append("set-cookie", "x=1")',
  ])("a cookie beside the list is found in %s", (code) => {
    expect(code).toMatch(besidesTheList);
  });

  test("Next's jar of a request's cookies is only read", () => {
    const offenders = product
      .filter(({ code }) => /\bcookies\b[^;]*\bfrom "next\/headers"/.test(code))
      .flatMap((source) => findLines(source, /\.(?:set|delete)\(/));
    expectNone(offenders, "Set the cookie by setCookieHeader of lib/cookies.ts, in a route.");
  });

  test("texts become markup in three places alone, and JSON in one", () => {
    // Constants of the house, and descriptions of which nothing but bare tags is stored.
    const allowed =
      /^(components\/layout\/search-facts|app\/\[locale\]\/layout|features\/ready-accounts\/components\/offer-description)\.tsx$/;
    const asMarkup =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write\(/;
    expectNone(
      linesOutside(asMarkup, allowed),
      "Let React write it as text; what search engines are told stands in <SearchFacts>.",
    );
  });

  test("nobody writes a child's environment by hand, which would not live on its parent's day", () => {
    const byHand = /\bPATH: process\.env\.PATH\b|\bPATH\b[^=]*\} = process\.env/;
    expectNone(
      sources.flatMap((source) => findLines(source, byHand)),
      "Use childEnvironment of lib/tooling/child-environment.ts.",
    );
  });
});

describe("tables", () => {
  const prefixes = featureOrder.map((feature) => ({
    feature: feature as string,
    prefix: feature.replaceAll("-", "_"),
  }));

  function ownerOf(table: string): string | null {
    const owner = prefixes.find(({ prefix }) => table === prefix || table.startsWith(`${prefix}_`));
    return owner?.feature ?? (/^(job|lib)_/.test(table) ? "lib" : null);
  }

  test("a table is written only by its owner's writes, and for tests by its owner's factories", () => {
    const written =
      /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?=[^;]*?\sset\b))\s+(?:only\s+)?(?:public\.)?"?([a-z_][a-z0-9_]*)/gi;
    const offenders = product
      .filter(({ path: file }) => /^(features|app)\//.test(file))
      .flatMap(({ path: file, code }) =>
        [...code.matchAll(written)]
          .map(([, table = ""]) => table)
          // A name that belongs to nobody is a common table expression or an alias.
          .filter((table) => ownerOf(table) !== null)
          .filter(
            (table) => !new RegExp(`^features/${ownerOf(table)}/.+\\.(writes|factory)\\.ts$`).test(file),
          )
          .map((table) => `${file} writes ${table}`),
      );
    expectNone(
      offenders,
      "Put the statement into a *.writes.ts of the feature whose name the table begins with, and call that.",
    );
  });

  test("lib/testing knows no table and no function of a feature", () => {
    const named = new RegExp(
      String.raw`\b(?:from|join|into|update|select|call)\s+(?:\*\s+from\s+)?(?:${prefixes.map(({ prefix }) => prefix).join("|")})(?:_[a-z_]+)?\b`,
      "i",
    );
    const offenders = sources
      .filter(({ path: file }) => file.startsWith("lib/testing/"))
      .flatMap((source) => findLines(source, named));
    expectNone(offenders, "Move the function to features/<feature>/<topic>.factory.ts.");
  });

  test("a file of SQL makes what is named for its own feature only", () => {
    const offenders = sqlFiles().flatMap(({ file, owner, sql }) =>
      [
        ...sql.matchAll(
          /\bcreate\s+(?:or\s+replace\s+)?(?:table|function|procedure|view|trigger|(?:unique\s+)?index)\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)/gi,
        ),
      ]
        .map(([, name = ""]) => name)
        .filter((name) => name !== "app_now" && ownerOf(name) !== owner)
        .map((name) => `${file} makes ${name}`),
    );
    expectNone(offenders, "Begin the name with the feature, and put the file where the feature is.");
  });

  test("an amount in kopecks is a bigint", () => {
    const offenders = sqlFiles().flatMap(({ file, sql }) =>
      [...sql.matchAll(/^\s*(?:add column )?([a-z_]*kopecks)\s+([a-z]+)/gim)]
        .filter(([, , type = ""]) =>
          /^(int|integer|int4|smallint|numeric|real|float|double|decimal|money)$/i.test(type),
        )
        .map(([, column, type]) => `${file}: ${column} ${type}`),
    );
    expectNone(offenders, "Declare the column bigint.");
  });

  /** Versioned files and definitions with the feature they belong to, without comments. */
  function sqlFiles(): { file: string; owner: string; sql: string }[] {
    const versioned = listVersionedFiles().map(({ name, sql }) => ({
      file: `${name}.sql`,
      owner: ownerOf(name.replace(/^\d+_/, "")) ?? "",
      sql,
    }));
    return [...versioned, ...listDefinitionFiles()].map(({ file, owner, sql }) => ({
      file,
      owner,
      sql: sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ""),
    }));
  }
});

describe("states", () => {
  const features = sources.filter(({ path: file }) => file.startsWith("features/") && file.endsWith(".ts"));

  test("every state table is held pair by pair, by a list of its own", () => {
    const tables = features.filter(({ code }) => /\bstateTable</.test(code)).map(({ path: file }) => file);
    const held = features.filter(({ code }) => code.includes("expectPairs(")).map(({ path: file }) => file);
    expect(tables.length).toBeGreaterThanOrEqual(10);
    expect(
      tables.filter((file) => !held.includes(file.replace(/\.ts$/, ".test.ts"))),
      "List every pair of the table in the test beside it: expectPairs of lib/testing.",
    ).toEqual([]);
  });

  /** Statements that spell states as the predicate of an index does, word for word, so that the planner knows it again. */
  const AS_THE_INDEX_SAYS: readonly string[] = [
    "features/back-office/corrections/corrections.writes.ts",
    "features/back-office/orders.reads.ts",
    "features/payments/claims/claim-decision.writes.ts",
  ];

  // Checks say their states themselves: they judge the tables too.
  test("no statement lists states by hand, but for checks and what an index says word for word", () => {
    const byHand = features.filter(
      ({ path: file, code }) =>
        !/\.(checks|factory|test)\.ts$/.test(file) &&
        /\bstate (?:not )?in \('|\bstate (?:=|<>) (?:any|all) \('\{/.test(code),
    );
    expect(
      byHand.map(({ path: file }) => file),
      "Take the states from the state table (statesBefore, openStates); a file that lists none any more leaves the list here.",
    ).toEqual(AS_THE_INDEX_SAYS);
  });
});
