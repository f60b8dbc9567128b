export type SqlResult = {
  /** What was done, as PostgreSQL says it: `INSERT`, `SELECT`. */
  command: string;
  rowCount: number | null;
  columns: readonly string[];
  /** Values as PostgreSQL writes them; null for null. */
  rows: readonly (readonly (string | null)[])[];
};

const shown = (value: string | null | undefined) => (value == null ? "∅" : value.replaceAll("\n", "↵"));

/** A result as text: a table with a line of counts below it, or each row on lines of its own when `isTall`. */
export function sqlResultText(result: SqlResult, isTall = false): string {
  const { columns, rows, command, rowCount } = result;
  if (columns.length === 0) return rowCount === null ? command : `${command} ${rowCount}`;
  const body = isTall ? tallRows(columns, rows) : tableRows(columns, rows);
  return [...body, `(${rows.length} ${rows.length === 1 ? "row" : "rows"})`].join("\n");
}

function tableRows(columns: SqlResult["columns"], rows: SqlResult["rows"]): string[] {
  const lines = [columns, ...rows].map((row) => row.map(shown));
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const [head = "", ...body] = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [head, widths.map((width) => "-".repeat(width)).join("-+-"), ...body];
}

function tallRows(columns: SqlResult["columns"], rows: SqlResult["rows"]): string[] {
  const width = Math.max(...columns.map((name) => name.length));
  return rows.flatMap((row, index) => [
    `-- row ${index + 1}`,
    ...columns.map((name, column) => `${name.padEnd(width)} | ${shown(row[column])}`),
  ]);
}
