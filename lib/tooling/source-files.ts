import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";

const SOURCES = ["{app,bench,components,features,lib}/**/*.{ts,tsx}", "*.ts"];

export type SourceFile = { path: string; text: string; code: string };

let known: readonly SourceFile[] | undefined;

/** Every source file of the house with its text, and its code without comments; read once per process, whoever asks. */
export function listSources(): readonly SourceFile[] {
  known ??= globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !file.endsWith(".d.ts"))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), "utf8");
      return { path: file, text, code: withoutComments(text) };
    });
  return known;
}

/** Blanks comments out (lines stay where they are). A `//` after a colon is part of an address. */
export function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/(^|[^:"'`\\])\/\/[^\n]*/g, "$1");
}

/** Tests, and what the proofs in app/_proofs are made of. */
export function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("app/_proofs/");
}

/** "path:line" of every match. */
export function findLines(source: SourceFile, pattern: RegExp): string[] {
  return source.code
    .split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [`${source.path}:${index + 1} ${line.trim()}`] : []));
}
