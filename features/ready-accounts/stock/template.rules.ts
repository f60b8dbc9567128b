import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";

/** What a line of stock looks like: names of its fields with one separator between them, `login:password:email`. */
export type StockTemplate = { readonly separator: string | null; readonly fields: readonly string[] };

const SEPARATORS = [":", ";", ",", "|", "\t"];
const FIELD = /^[a-z][a-z0-9_]{0,39}$/;

/** Reads a template; null when it is none. The first field names the account at its service. */
export function parseTemplate(text: string): StockTemplate | null {
  const separator = SEPARATORS.find((one) => text.includes(one)) ?? null;
  const fields = separator === null ? [text] : text.split(separator);
  const isValid = fields.every((field) => FIELD.test(field)) && new Set(fields).size === fields.length;
  return isValid ? { separator, fields } : null;
}

/** `duplicate`: known already, from whichever seller; `twice`: an earlier line of the same list says it. */
export const lineProblems = ["fields", "empty-field", "too-long", "twice", "duplicate", "too-many"] as const;
type LineProblem = (typeof lineProblems)[number];

/** A line that cannot be taken. It says where and why, and nothing of what stands there. */
export type RefusedLine = { readonly line: number; readonly problem: LineProblem };

export type StockLine = {
  /** From 1. */
  readonly line: number;
  /** As it will be delivered. */
  readonly text: string;
  /** The account's name at its service, as accounts are compared. */
  readonly identity: string;
};

/**
 * Reads lines of stock by a template: text or CSV, where a cell may stand in double quotes; a first line with the template's own names
 * and empty lines are passed over. Each line is either taken or refused.
 */
export function readStock(
  text: string,
  template: StockTemplate,
): { lines: StockLine[]; refused: RefusedLine[] } {
  const lines: StockLine[] = [];
  const refused: RefusedLine[] = [];
  const seen = new Set<string>();
  const header = template.fields.join(template.separator ?? "");
  for (const [at, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const one = raw.trim();
    if (one === "" || (at === 0 && one.toLowerCase() === header)) continue;
    const line = at + 1;
    if (lines.length + refused.length >= stockLimits.lines) {
      refused.push({ line, problem: "too-many" });
      break;
    }
    const read = readLine(one, template);
    if (typeof read === "string") refused.push({ line, problem: read });
    else if (seen.has(read.identity)) refused.push({ line, problem: "twice" });
    else {
      seen.add(read.identity);
      lines.push({ line, ...read });
    }
  }
  return { lines, refused };
}

function readLine(line: string, { separator, fields }: StockTemplate): Omit<StockLine, "line"> | LineProblem {
  if (line.length > stockLimits.line) return "too-long";
  const cells = (separator === null ? [line] : splitCells(line, separator)).map((cell) => cell.trim());
  if (cells.length !== fields.length) return "fields";
  if (cells.some((cell) => cell === "")) return "empty-field";
  const text = cells.map((cell) => quotedFor(cell, separator)).join(separator ?? "");
  return { text, identity: identityOf(cells[0] as string) };
}

/** A cell as it is delivered: in quotes only where its reader could not tell its end otherwise. */
function quotedFor(cell: string, separator: string | null): string {
  return separator !== null && cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Case, accents' spelling and the signs that people write into phone numbers do not make another account. */
function identityOf(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return /^\+?[\d\s().-]{6,}$/.test(folded) ? folded.replaceAll(/\D/g, "") : folded;
}

/** Cells of a line; a cell that begins with a double quote ends with one, and two inside stand for one. */
function splitCells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let rest: string | null = line;
  while (rest !== null) {
    const quoted: RegExpExecArray | null = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const behind: string | undefined = quoted ? rest.slice(quoted[0].length) : undefined;
    if (quoted && behind !== undefined && (behind === "" || behind.startsWith(separator))) {
      cells.push((quoted[1] as string).replaceAll('""', '"'));
      rest = behind === "" ? null : behind.slice(separator.length);
      continue;
    }
    const end: number = rest.indexOf(separator);
    cells.push(end === -1 ? rest : rest.slice(0, end));
    rest = end === -1 ? null : rest.slice(end + separator.length);
  }
  return cells;
}
