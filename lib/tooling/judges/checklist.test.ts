import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";

const page = readFileSync(path.join(ROOT, "docs/checklist.md"), "utf8");
const rows = [...page.matchAll(/^\| (?!the spec says|-)([^|]+) \| (.+) \|$/gm)].map(
  ([, says = "", shown = ""]) => ({
    says: says.trim(),
    shown: shown.trim(),
  }),
);

/** The tests that a row names: a file, and behind it parts of titles. */
function named(shown: string): { file: string; title: string }[] {
  let file = "";
  return [...shown.matchAll(/`([^`]+\.tsx?)`|"([^"]+)"/g)].flatMap(([, path, title]) => {
    file = path ?? file;
    return title !== undefined && file !== "" ? [{ file, title }] : [];
  });
}

describe("docs/checklist.md", () => {
  test("names a test or journey for every sentence, or says that it is open and why", () => {
    expect(rows.length).toBeGreaterThan(80);
    const silent = rows.filter(({ shown }) => named(shown).length === 0 && !/^open: \S/.test(shown));
    expect(silent).toEqual([]);
  });

  test("counts what is open right", () => {
    const open = rows.filter(({ shown }) => shown.startsWith("open"));
    expect(/^Open rows: (\d+)\.$/m.exec(page)?.[1]).toBe(String(open.length));
  });

  test("names tests that exist, by words of their title", () => {
    const missing = rows
      .flatMap(({ shown }) => named(shown))
      .filter(({ file, title }) => {
        const whole = path.join(ROOT, file);
        return !existsSync(whole) || !readFileSync(whole, "utf8").includes(title);
      });
    expect(missing).toEqual([]);
  });

  test("names no file without a title of one of its tests", () => {
    expect(
      rows.filter(({ shown }) => /`[^`]+\.tsx?`(?! ")/.test(shown)).map(({ says }) => says),
      "Put words of the title behind the file.",
    ).toEqual([]);
  });

  test("says every sentence of the spec once and no other twice", () => {
    expect(rows.map(({ says }) => says)).toEqual([...new Set(rows.map(({ says }) => says))]);
  });
});
