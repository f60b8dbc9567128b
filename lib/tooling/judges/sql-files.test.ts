import { expect, test } from "vitest";
import { definedIn, listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { inOrder } from "#lib/tooling/migrate/migrate-definitions.ts";
import { historyLines, readHistory } from "#lib/tooling/migrate/migration-history.ts";

const versioned = listVersionedFiles();
const definitions = listDefinitionFiles();
const withoutComments = (sql: string) => sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "");

test("a versioned file is called <time>_<feature>_<topic>", () => {
  const features = ["lib", ...featureOrder].map((feature) => feature.replaceAll("-", "_")).join("|");
  const form = new RegExp(
    `^20\\d\\d(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])(?:[01]\\d|2[0-3])[0-5]\\d[0-5]\\d_(?:${features})_[a-z0-9_]+$`,
  );
  expect(
    versioned.map(({ name }) => name).filter((name) => !form.test(name)),
    "Name it <YYYYMMDDHHMMSS>_<feature>_<topic>.sql, with _ for - in the feature's name.",
  ).toEqual([]);
  const times = versioned.map(({ name }) => name.slice(0, 14));
  expect(new Set(times).size, "Two files have one time; give the newer one a newer time.").toBe(times.length);
});

test("versioned files landed in the order of their times, and none was edited since (remedy: the message)", () => {
  expect(
    historyLines(),
    "history.txt has a line for every file, and lines are only added at its end: `npm run types:db` adds that of a new file, whose " +
      "time must be newer than all others. A file that has landed stays as it is; write the change into a new one. (Before it lands: " +
      "`npm run types:db` mends the line of a file that is not committed; take a committed one off first.)",
  ).toEqual(readHistory());
});

test("no function, view or trigger is defined in two files, and none in a versioned one but the clock", () => {
  const names = definitions.map(({ name }) => name);
  expect(
    names.filter((name, at) => names.indexOf(name) !== at),
    "Keep one of the files: functions are edited in place.",
  ).toEqual([]);
  const inVersioned = versioned.flatMap(({ sql }) => definedIn(sql)).map(({ name }) => name);
  expect(inVersioned, "Functions, views and triggers stand in features/<feature>/sql/<name>.sql.").toEqual([
    "app_now",
  ]);
});

test("versioned files lean on no function or view, which may be others by the time they run", () => {
  const leaning = versioned.flatMap(({ name, sql }) => {
    const rest = withoutComments(sql).replaceAll(/\bdrop\s+view\s+(?:if\s+exists\s+)?[a-z0-9_]+\s*;/gi, "");
    const words = new Set(rest.match(/[a-z_][a-z0-9_]*/g));
    return definitions
      .filter((one) => one.kind !== "trigger" && words.has(one.name))
      .map((one) => `${name} names ${one.name}`);
  });
  // Dropping a view that stands in the way is all that a versioned file does with one; it comes back by itself.
  expect(
    leaning,
    "Write the statement out, or only drop the view; what needs the function goes into its file.",
  ).toEqual([]);
});

test("every function, view and trigger says above itself why it is there", () => {
  const bare = definitions.filter(({ sql }) => !/^(?:--|\/\*)/.test(sql.replace(/^-- needs: .*\n/, "")));
  expect(
    bare.map(({ file }) => file),
    "Begin the file with a comment (--) that says why it is there.",
  ).toEqual([]);
});

test("functions come before views, views before triggers, and what a file needs before it", () => {
  const ordered = inOrder(definitions);
  expect(ordered).toHaveLength(definitions.length);
  for (const [at, { name, needs }] of ordered.entries()) {
    const before = new Set(ordered.slice(0, at).map((one) => one.name));
    expect(
      needs.filter((needed) => !before.has(needed)),
      `${name}: name in \`-- needs:\` what is there, and no two each other.`,
    ).toEqual([]);
  }
});
