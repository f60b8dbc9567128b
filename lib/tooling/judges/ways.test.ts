import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { listSources } from "#lib/tooling/source-files.ts";

type Row = { number: number; file: string; names: string[]; line: string };

const page = readFileSync(path.join(ROOT, "docs/ways.md"), "utf8");
const spans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
const tables = page.split(/^#+ /m).flatMap((section) => {
  const counts = /^Rooms: (\d+) of the product, (\d+) in `lib\/`/m.exec(section)?.slice(1).map(Number);
  return counts ? [{ counts, rows: rowsOf(section) }] : [];
});

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|.*$/gm)].map(
    ([line, number, file = "", names = ""]) => ({
      number: Number(number),
      file: spans(file)[0] ?? file.trim(),
      names: spans(names),
      line,
    }),
  );
}

const sql = globSync("{lib,features}/**/*.sql", { cwd: ROOT })
  .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
  .join("\n");
const code = listSources().flatMap(({ path: file, code }) => (file.startsWith("lib/tooling/") ? [] : [code]));
const words = new Set([...code, sql].flatMap((text) => text.match(/\w+/g) ?? []));

/** Whether a file declares a name at its top, or any SQL file a function. */
function declares(file: string, name: string): boolean {
  if (file === "SQL") return new RegExp(String.raw`\bfunction ${name}\s*\(`, "i").test(sql);
  const declaration = String.raw`^(?:export )?(?:default )?(?:async )?(?:function|class|const|type) ${name}\b`;
  return new RegExp(declaration, "m").test(readFileSync(path.join(ROOT, file), "utf8"));
}

describe("docs/ways.md", () => {
  const rows = tables.flatMap((table) => table.rows);

  test("names seven ways, each numbered from 1", () => {
    expect(tables).toHaveLength(7);
    for (const table of tables) {
      expect(table.rows.map(({ number }) => number)).toEqual(table.rows.map((_, at) => at + 1));
      expect(table.rows.length).toBeGreaterThan(5);
    }
  });

  test("counts the rooms of every way right", () => {
    for (const { counts, rows: rooms } of tables) {
      const inLib = rooms.filter(({ file }) => file.startsWith("lib/")).length;
      expect([rooms.length - inLib, inLib]).toEqual(counts);
    }
  });

  test("names files that exist, once per way", () => {
    const files = spans(page).filter((span) => /^[a-z]+\/.*\.\w+$/.test(span));
    expect(
      files.filter((file) => !existsSync(path.join(ROOT, file))),
      "Write into docs/ways.md what is so now.",
    ).toEqual([]);
    for (const table of tables) {
      const inFiles = table.rows.map(({ file }) => file).filter((file) => file !== "SQL");
      expect(new Set(inFiles).size).toBe(inFiles.length);
    }
  });

  test("names functions that stand where it says", () => {
    const missing = rows.flatMap(({ file, names, line }) => {
      if (names.length === 0) return [`no function: ${line}`];
      if (file !== "SQL" && !existsSync(path.join(ROOT, file))) return [];
      return names.filter((name) => !declares(file, name)).map((name) => `${file}: ${name}`);
    });
    expect(missing, "Write into docs/ways.md what is so now.").toEqual([]);
  });

  test("names nothing else that is gone", () => {
    const names = spans(page).filter((span) => /^[A-Za-z_]\w*$/.test(span));
    expect(names.length).toBeGreaterThan(rows.length);
    expect(
      [...new Set(names)].filter((name) => !words.has(name)),
      "Write into docs/ways.md what is so now.",
    ).toEqual([]);
  });
});
