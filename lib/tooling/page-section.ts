import { readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** What stands between `<!-- name:start -->` and `<!-- name:end -->` of a page. Throws a Problem where the page has no such place. */
export function readSection(page: string, name: string): string {
  const { text, from, to } = findSection(page, name);
  return text.slice(from, to).trim();
}

/** Writes what stands there anew. */
export function writeSection(page: string, name: string, section: string): void {
  const { text, from, to } = findSection(page, name);
  writeFileAtomically(page, `${text.slice(0, from)}\n\n${section}\n\n${text.slice(to)}\n`, 0o644);
}

function findSection(page: string, name: string) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const text = readText(page) ?? "";
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  if (from < start.length || to < from)
    throw new Problem(`${page} has no place for the figures (${start} … ${end}).`);
  return { text, from, to };
}
