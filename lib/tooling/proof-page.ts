import path from "node:path";
import { readText, writeFileWhole } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

const PAGE = path.join(import.meta.dirname, "..", "..", "docs", "proofs.md");

/** The text of a section of docs/proofs.md that a command writes, between its two marks. */
export function readSection(section: string): string {
  const { text, from, to } = findSection(section);
  return text.slice(from, to).trim();
}

/** Replaces the text of a section of docs/proofs.md. Throws a Problem when the page has no marks for it. */
export function writeSection(section: string, content: string): void {
  const { text, from, to } = findSection(section);
  writeFileWhole(PAGE, `${text.slice(0, from)}\n\n${content}\n\n${text.slice(to)}\n`, 0o644);
}

function findSection(section: string): { text: string; from: number; to: number } {
  const [start, end] = [`<!-- ${section}:start -->`, `<!-- ${section}:end -->`];
  const text = readText(PAGE) ?? "";
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  if (!text.includes(start) || to < from)
    throw new Problem(`${PAGE} has no place for the figures (${start} … ${end}).`);
  return { text, from, to };
}
