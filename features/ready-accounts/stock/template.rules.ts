import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";

/** What a line of stock looks like: names of its fields with one separator between them, `login:password:email`. */
export type StockTemplate = { readonly separator: string | null; readonly fields: readonly string[] };

const SEPARATORS = [":", ";", ",", "|", "\t"];
const FIELD = /^[a-z][a-z0-9_]{0,39}$/;
/** Control characters beside tab and the ends of lines. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Reads a template; null when it is none. The first field names the account at its service. */
export function parseTemplate(text: string): StockTemplate | null {
  const separator = SEPARATORS.find((one) => text.includes(one)) ?? null;
  const fields = separator === null ? [text] : text.split(separator);
  const isValid = fields.every((field) => FIELD.test(field)) && new Set(fields).size === fields.length;
  return isValid ? { separator, fields } : null;
}

/** What accounts that are files look like: `phone.session`, one file each; `phone/*`, one folder each. */
export type FileTemplate = {
  /** The field that names the account at its service: the name of the file without its end, or of the folder. */
  readonly name: string;
  /** The end of the file's name; null = a folder. */
  readonly extension: string | null;
};

/** Reads the template of accounts that are files; null when it is none. */
export function parseFileTemplate(text: string): FileTemplate | null {
  const [, name, extension = null] = /^([^./]+)(?:\.([a-z0-9]{1,10})|\/\*)$/.exec(text) ?? [];
  return name !== undefined && FIELD.test(name) ? { name, extension } : null;
}

/**
 * `names`: an object of a JSON list has other names than the template, or a file has; `not-text`: a value that is neither text nor a number; `control`:
 * a character that is no text; `too-large`: a folder's files together; `duplicate`: known already, from whichever seller; `twice`: an earlier unit of the same upload says it.
 */
export const lineProblems = [
  "fields",
  "names",
  "not-text",
  "empty-field",
  "control",
  "too-long",
  "too-large",
  "twice",
  "duplicate",
  "too-many",
] as const;
type LineProblem = (typeof lineProblems)[number];

/** Where a unit stands: its line, or its place in a list or an archive, from 1. */
type Where = {
  readonly line: number;
  /** Of an archive the path of the file, or the folder's name. It may name the account: it is not kept. */
  readonly entry?: string;
};

/** A line that cannot be taken. It says where and why, and nothing of what stands there. */
export type RefusedLine = Where & { readonly problem: LineProblem };

type Unit = {
  /** As it will be delivered. */
  readonly text: string;
  /** The account's name at its service, as accounts are compared. */
  readonly identity: string;
};

export type StockLine = Where & Unit;

export type StockRead = { readonly lines: StockLine[]; readonly refused: RefusedLine[] };

/** What stands in one place of an upload: an account, or why it is none. */
export type UnitRead = Where & { readonly unit: Unit | LineProblem };

/** Takes what was read of an upload: each account once, up to the limit of an upload, and everything else is refused. */
export function takeUnits(reads: Iterable<UnitRead>): StockRead {
  const lines: StockLine[] = [];
  const refused: RefusedLine[] = [];
  const seen = new Set<string>();
  for (const { unit, ...where } of reads) {
    if (lines.length + refused.length >= stockLimits.lines) {
      refused.push({ ...where, problem: "too-many" });
      break;
    }
    if (typeof unit === "string") refused.push({ ...where, problem: unit });
    else if (seen.has(unit.identity)) refused.push({ ...where, problem: "twice" });
    else {
      seen.add(unit.identity);
      lines.push({ ...where, ...unit });
    }
  }
  return { lines, refused };
}

/**
 * Reads lines of stock by a template: text or CSV, where a cell may stand in double quotes; a first line with the template's own names
 * and empty lines are passed over. Each line is either taken or refused.
 */
export function readStock(text: string, template: StockTemplate): StockRead {
  return takeUnits(readLines(text, template));
}

function* readLines(text: string, template: StockTemplate): Generator<UnitRead> {
  const header = template.fields.join(template.separator ?? "");
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (const [at, raw] of all.entries()) {
    const one = raw.trim();
    if (one === "" || (at === 0 && one.toLowerCase() === header)) continue;
    yield { line: at + 1, unit: readLine(one, template) };
  }
}

/** Reads one account that is written as the template says. */
export function readLine(line: string, template: StockTemplate): Unit | LineProblem {
  const { separator } = template;
  if (line.length > stockLimits.line) return "too-long";
  return readCells(separator === null ? [line] : splitCells(line, separator), template);
}

/** Reads one account whose fields are in the template's order. */
export function readCells(
  given: readonly string[],
  { separator, fields }: StockTemplate,
): Unit | LineProblem {
  const cells = given.map((cell) => cell.trim());
  if (cells.length !== fields.length) return "fields";
  if (cells.some((cell) => cell === "")) return "empty-field";
  if (cells.some((cell) => CONTROL.test(cell))) return "control";
  const text = cells.map((cell) => quotedFor(cell, separator)).join(separator ?? "");
  if (text.length > stockLimits.line) return "too-long";
  return { text, identity: identityOf(cells[0] as string) };
}

/** A cell as it is delivered: in quotes only where its reader could not tell its end otherwise. */
function quotedFor(cell: string, separator: string | null): string {
  if (separator === null) return cell;
  const isPlain = !cell.includes(separator) && !cell.startsWith('"') && !/[\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** Case, accents' spelling and the signs that people write into phone numbers do not make another account. */
export function identityOf(name: string): string {
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
