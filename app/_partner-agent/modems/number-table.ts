import { Problem } from "#app/_partner-agent/problem.ts";

/** A row: which number a SIM card has, and how it is sold. */
export type NumberRow = {
  /** IMSI or ICCID of the card, or the modem's name where neither can be read. */
  readonly sim: string;
  readonly number: number;
  readonly country: string;
  readonly operator: string;
  /** Null: every service that is agreed. */
  readonly services: readonly string[] | null;
  readonly rent: boolean;
};

const COLUMNS = ["sim", "number", "country", "operator", "services", "rent"] as const;
const NEEDED = ["sim", "number", "country"] as const;
/** So many faults are named at once. */
const FAULTS_SHOWN = 20;

/** An ICCID is printed with or without its last filler, in either case. */
export function normalizeSim(sim: string): string {
  const trimmed = sim.trim();
  return /^89\d{16,19}f?$/i.test(trimmed) ? trimmed.replace(/f$/i, "") : trimmed;
}

/** Reads a table (CSV with a heading, separated by commas or semicolons). Throws a Problem that names every wrong line. */
export function parseTable(text: string, name: string): NumberRow[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, index) => ({ line, place: `${name}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
  const heading = lines.shift();
  if (!heading) throw new Problem(`${name} is empty. Its first line is: ${COLUMNS.join(",")}`);
  const separator = heading.line.includes(";") ? ";" : ",";
  const columns = splitLine(heading.line, separator).map((column) => column.toLowerCase());
  const lacking = NEEDED.filter((column) => !columns.includes(column));
  const unknown = columns.filter((column) => !(COLUMNS as readonly string[]).includes(column));
  if (lacking.length > 0 || unknown.length > 0)
    throw new Problem(
      `${heading.place}: the columns are ${COLUMNS.join(",")}; ${NEEDED.join(", ")} are needed. ` +
        `Missing: ${lacking.join(", ") || "none"}; unknown: ${unknown.join(", ") || "none"}.`,
    );
  const faults: string[] = [];
  const rows = lines.flatMap(({ line, place }) => {
    const cells = splitLine(line, separator);
    const cell = (column: (typeof COLUMNS)[number]) => cells[columns.indexOf(column)] ?? "";
    const problem = cells.length > columns.length ? "has more cells than the heading" : problemOf(cell);
    if (problem) faults.push(`${place}: ${problem}`);
    return problem ? [] : [rowOf(cell)];
  });
  faults.push(...findDoubles(rows, name));
  if (faults.length === 0) return rows;
  const more = faults.length - FAULTS_SHOWN;
  throw new Problem(
    [
      ...faults.slice(0, FAULTS_SHOWN),
      ...(more > 0 ? [`and ${more} more`] : []),
      "Nothing was changed.",
    ].join("\n"),
  );
}

/** The table as it is kept. */
export function writeTable(rows: readonly NumberRow[]): string {
  const lines = rows.map(({ sim, number, country, operator, services, rent }) =>
    [sim, number, country, operator, services?.join(" ") ?? "", rent ? "yes" : "no"].join(","),
  );
  return `${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}

type Cell = (column: (typeof COLUMNS)[number]) => string;

function problemOf(cell: Cell): string | null {
  const token = /^[A-Za-z0-9_-]{1,40}$/;
  if (!/^[A-Za-z0-9._:-]{1,60}$/.test(cell("sim")))
    return `sim is "${cell("sim")}": write the IMSI, the ICCID or the modem's name`;
  if (!/^\+?[1-9]\d{6,14}$/.test(cell("number")))
    return `number is "${cell("number")}": write 7 to 15 digits with the country code`;
  if (!/^[a-z0-9-]{2,60}$/.test(cell("country")))
    return `country is "${cell("country")}": write its name as the cabinet lists it, such as indonesia`;
  if (cell("operator") !== "" && !token.test(cell("operator")))
    return `operator is "${cell("operator")}": write one word, or leave it empty`;
  const wrong = servicesOf(cell).find((code) => !token.test(code));
  if (wrong !== undefined)
    return `service "${wrong}" is no code: write codes such as tg, separated by spaces`;
  if (!/^(yes|no|)$/i.test(cell("rent"))) return `rent is "${cell("rent")}": write yes or no`;
  return null;
}

function rowOf(cell: Cell): NumberRow {
  const services = servicesOf(cell);
  return {
    sim: normalizeSim(cell("sim")),
    number: Number(cell("number").replace("+", "")),
    country: cell("country"),
    operator: cell("operator") || "any",
    services: services.length > 0 ? services : null,
    rent: /^yes$/i.test(cell("rent")),
  };
}

function servicesOf(cell: Cell): string[] {
  return cell("services")
    .split(/[\s|]+/)
    .filter((code) => code !== "");
}

function findDoubles(rows: readonly NumberRow[], name: string): string[] {
  const doubles = (values: readonly (string | number)[], what: string) =>
    [...new Set(values.filter((value, at) => values.indexOf(value) !== at))].map(
      (value) => `${name}: ${what} ${value} occurs twice`,
    );
  return [
    ...doubles(
      rows.map(({ sim }) => sim),
      "sim",
    ),
    ...doubles(
      rows.map(({ number }) => number),
      "number",
    ),
  ];
}

/** The cells of a line; quotes around a cell are taken off, doubled ones inside are one. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] as string;
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}
