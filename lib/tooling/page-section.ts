import { readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** What stands between `<!-- name:start -->` and `<!-- name:end -->` of a page. Throws a Problem where the page has no such place. */
export function readSection(page: string, name: string): string {
  const { text, from, to } = findSection(page, name);
  return text.slice(from, to).trim();
}

/** The whole page with something else there. */
export function withSection(page: string, name: string, section: string): string {
  const { text, from, to } = findSection(page, name);
  return `${text.slice(0, from)}\n\n${section}\n\n${text.slice(to)}\n`;
}

/** Writes what stands there anew. */
export function writeSection(page: string, name: string, section: string): void {
  writeFileAtomically(page, withSection(page, name, section), 0o644);
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

type Cells = readonly (string | number)[];

/** A table in Markdown. */
export function tableOf(head: Cells, rows: readonly Cells[]): string {
  const row = (cells: Cells) => `| ${cells.join(" | ")} |`;
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");
}

/** The rows of a table as `tableOf` has written it: cells by the name in the first of them. */
export function rowsOf(table: string): Map<string, string[]> {
  const lines = table.split("\n").slice(2);
  return new Map(
    lines.map((line) => line.slice(2, -2).split(" | ")).map(([name = "", ...cells]) => [name, cells]),
  );
}

/**
 * A table whose rows begin with a name of `order`: those that are `fresh` stand anew in it, the others as they stood in `former`.
 */
export function renewTable(
  head: Cells,
  order: readonly string[],
  fresh: ReadonlyMap<string, Cells>,
  former: string,
): string {
  const kept = rowsOf(former);
  const rows = order.flatMap((name) => {
    const cells = fresh.get(name) ?? kept.get(name);
    return cells ? [[name, ...cells]] : [];
  });
  return tableOf(head, rows);
}
