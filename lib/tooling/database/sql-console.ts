import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { APP_ROLE } from "#lib/db/app-role.ts";
import { Problem } from "#lib/tooling/problem.ts";

export type SqlConsole = {
  /** Runs SQL (one or several statements) or a `\` line, and answers what is to be shown. Throws a Problem on a fault of it. */
  run(text: string): Promise<string>;
  close(): Promise<void>;
};

const HELP = `\\d            tables and views
\\d <name>     columns, indexes, constraints and triggers of a table
\\df <name>    the text of a function
\\q            the end (as Ctrl-D)
A statement ends with ; and may take several lines.`;

const RELATIONS = `
  select c.relname as name, case c.relkind when 'v' then 'view' else 'table' end as kind,
    pg_size_pretty(pg_total_relation_size(c.oid)) as size
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`;

const RELATION = `
  select 'column' as kind, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as says
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
  union all select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
  from pg_index where indrelid = to_regclass($1)
  union all select 'constraint', conname::text, pg_get_constraintdef(oid)
  from pg_constraint where conrelid = to_regclass($1) and contype <> 'n'
  union all select 'trigger', tgname::text, pg_get_triggerdef(oid)
  from pg_trigger where tgrelid = to_regclass($1) and not tgisinternal`;

const FUNCTION = `
  select pg_get_functiondef(oid) as text from pg_proc
  where pronamespace = 'public'::regnamespace and proname = $1 and prokind in ('f', 'p')`;

/** The parts of a line like `\d supply_units`; null for a line of SQL. */
const wordsOf = (line: string) => /^\s*\\(\S*)\s*(\S*)\s*;?\s*$/.exec(line);

/** Opens a connection; as the product's own role unless `isOwner`, which sees and may change everything. */
export async function openSqlConsole(url: string, isOwner: boolean): Promise<SqlConsole> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "sms-den sql",
    // As PostgreSQL writes them: amounts and times are not to pass through numbers of JavaScript.
    types: { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig,
    ...(isOwner ? {} : { options: `-c role=${APP_ROLE}` }),
  });
  // A server that goes away is told by the next statement.
  client.on("error", () => undefined);
  await client.connect();

  async function ask(text: string, values?: string[]): Promise<Result[]> {
    try {
      return [await client.query({ text, values, rowMode: "array" })].flat() as Result[];
    } catch (error) {
      throw new Problem(faultText(error as pg.DatabaseError));
    }
  }

  return {
    run: async (text) => {
      const [line, word, name] = wordsOf(text) ?? [];
      if (line === undefined) return (await ask(text)).map(resultText).join("\n");
      if (word === "d") return (await ask(...asked(name, RELATION, RELATIONS))).map(resultText).join("\n");
      if (word !== "df" || !name) return HELP;
      const [texts] = await ask(FUNCTION, [name]);
      return texts?.rows.flat().join("\n") || "There is no such function.";
    },
    close: () => client.end(),
  };
}

const asked = (name: string | undefined, one: string, all: string): [string, string[]?] =>
  name ? [one, [name]] : [all];

type Result = pg.QueryArrayResult<(string | null)[]>;

/** A table with a line of counts below it; what has no columns says what it did. */
function resultText({ command, rowCount, fields, rows }: Result): string {
  if (fields.length === 0) return rowCount === null ? command : `${command} ${rowCount}`;
  const lines = [fields.map(({ name }) => name), ...rows].map((row) =>
    row.map((value) => value?.replaceAll("\n", "↵") ?? "∅"),
  );
  const widths = fields.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const [head = "", ...body] = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  const count = `(${rows.length} ${rows.length === 1 ? "row" : "rows"})`;
  return [head, widths.map((width) => "-".repeat(width)).join("-+-"), ...body, count].join("\n");
}

function faultText({ message, detail, hint, where }: pg.DatabaseError): string {
  const more = Object.entries({ detail, hint, where }).filter(([, words]) => words);
  return [`Fault: ${message}`, ...more.map(([name, words]) => `  ${name}: ${words}`)].join("\n");
}

/** Takes lines from a person until `\q` or the end of the input. */
export async function talkSql(sql: SqlConsole, input: Readable, output: Writable): Promise<void> {
  const isTerminal = (output as { isTTY?: boolean }).isTTY ?? false;
  const lines = createInterface({ input, output, terminal: isTerminal });
  let open = "";
  const ask = () => {
    lines.setPrompt(open === "" ? "sql> " : "  -> ");
    if (isTerminal) lines.prompt();
  };
  ask();
  for await (const line of lines) {
    const word = open === "" ? wordsOf(line)?.[1] : undefined;
    if (word === "q") break;
    open = `${open}${line}\n`.trimStart();
    if (word !== undefined || /;\s*$/.test(open)) {
      output.write(`${await sql.run(open).catch((error: Error) => error.message)}\n`);
      open = "";
    }
    ask();
  }
  lines.close();
}
