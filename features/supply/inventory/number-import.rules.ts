import { OnlineNumber, type OnlineNumberCall } from "#features/supply/supply.contract.ts";

export const importLimits = {
  /** Of the whole file. */
  characters: 100_000,
  lines: 1_000,
  /** What is repeated of a line that was refused. */
  shownCharacters: 80,
} as const;

/** Why a line of a file was not taken. */
export const importProblems = [
  "NUMBER_WRONG",
  "NUMBER_TWICE",
  "COUNTRY_MISSING",
  "COUNTRY_UNKNOWN",
  "NUMBER_WRONG_COUNTRY",
  "OPERATOR_WRONG",
  "PORT_WRONG",
  "SERVICE_WRONG",
  "SERVICE_UNKNOWN",
  "RENT_WRONG",
  "NUMBER_TAKEN",
] as const;
type ImportProblem = (typeof importProblems)[number];

/** A line that was not taken; `line` counts from 1. */
type RefusedLine = {
  readonly line: number;
  readonly text: string;
  readonly problem: ImportProblem;
  /** The word that is not known. */
  readonly word?: string;
};

type ReadLine = { readonly line: number; readonly text: string; readonly number: OnlineNumberCall };
export type ReadFile = {
  readonly read: readonly ReadLine[];
  readonly refused: readonly RefusedLine[];
  readonly linesCount: number;
};

const columns = ["number", "country", "operator", "port", "services", "rent"] as const;
type Column = (typeof columns)[number];
/** Maps, as the words are a stranger's: a plain object would know "constructor" too. */
const columnNames = new Map<string, Column>([
  ...columns.map((column) => [column, column] as const),
  ...([
    ["phone", "number"],
    ["msisdn", "number"],
    ["portid", "port"],
    ["service", "services"],
  ] as const),
]);

/**
 * The numbers of a file, one a line: `number, country, operator, port, services, rent`, in this order or in that of a first line that
 * names them. Commas, semicolons and tabs part the fields; services of one number are parted by spaces or `|`. Only the number must be
 * there where `country` (a slug) stands for all lines without one. Numbers are checked as `POST /partner/numbers` checks them.
 */
export function readNumberFile(text: string, country: string | null): ReadFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  const named = headOf(lines, separator);
  const read: ReadLine[] = [];
  const refused: RefusedLine[] = [];
  const seen = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || at === named?.at) continue;
    const fields = fieldsOf(line, separator, named?.columns ?? columns);
    const found = readLine({ ...fields, country: fields.country || (country ?? "") });
    const shown = { line: at + 1, text: line.trim().slice(0, importLimits.shownCharacters) };
    if (typeof found === "string") refused.push({ ...shown, problem: found });
    else if (seen.has(found.number)) refused.push({ ...shown, problem: "NUMBER_TWICE" });
    else {
      seen.add(found.number);
      read.push({ ...shown, number: found });
    }
  }
  return { read, refused, linesCount: read.length + refused.length };
}

/** How many lines of a file say something: what a call may hold is told before it is read. */
export function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length;
}

function separatorOf(lines: readonly string[]): string {
  for (const separator of ["\t", ";"]) if (lines.some((line) => line.includes(separator))) return separator;
  return ",";
}

/** The first line that says something, when it names columns and holds no number. */
function headOf(lines: readonly string[], separator: string) {
  const at = lines.findIndex((line) => line.trim() !== "");
  const names = split(lines[at] ?? "", separator).map((name) =>
    columnNames.get(name.toLowerCase().replace(/[_ -]/g, "")),
  );
  return names.includes("number") ? { at, columns: names } : null;
}

function fieldsOf(
  line: string,
  separator: string,
  names: readonly (Column | undefined)[],
): Record<Column, string> {
  const values = split(line, separator);
  const of = (column: Column) => values[names.indexOf(column)] ?? "";
  return {
    ...{ number: of("number"), country: of("country"), operator: of("operator") },
    ...{ port: of("port"), services: of("services"), rent: of("rent") },
  };
}

/** Fields of a line; quotes hold a separator together, as spreadsheets write it. */
function split(line: string, separator: string): string[] {
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      fields.push(field.trim());
      field = "";
    } else field += sign;
  }
  return [...fields, field.trim()];
}

const rentWords = new Map<string, boolean>([
  ...["", "0", "no", "false"].map((word) => [word, false] as const),
  ...["1", "yes", "true"].map((word) => [word, true] as const),
]);

const problemOf: Readonly<Record<string, ImportProblem>> = {
  number: "NUMBER_WRONG",
  country: "COUNTRY_UNKNOWN",
  operator: "OPERATOR_WRONG",
  portId: "PORT_WRONG",
  services: "SERVICE_WRONG",
};

function readLine(fields: Record<Column, string>): OnlineNumberCall | ImportProblem {
  const digits = fields.number.replace(/[\s()+-]/g, "");
  if (!/^\d{7,15}$/.test(digits)) return "NUMBER_WRONG";
  if (fields.country === "") return "COUNTRY_MISSING";
  const rent = rentWords.get(fields.rent.toLowerCase());
  if (rent === undefined) return "RENT_WRONG";
  const services = fields.services.split(/[\s|]+/).filter(Boolean);
  const parsed = OnlineNumber.safeParse({
    ...{ number: Number(digits), country: fields.country.toLowerCase(), rent },
    ...(fields.operator ? { operator: fields.operator } : {}),
    ...(fields.port ? { portId: fields.port } : {}),
    ...(services.length > 0 ? { services } : {}),
  });
  if (parsed.success) return parsed.data;
  return problemOf[String(parsed.error.issues[0]?.path[0])] ?? "NUMBER_WRONG";
}
