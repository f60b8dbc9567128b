import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { APP_ROLE } from "#lib/db/app-role.ts";
import { readSqlHelp } from "#lib/tooling/database/sql-help.ts";
import { type SqlResult, sqlResultText } from "#lib/tooling/database/sql-table.ts";
import { Problem } from "#lib/tooling/problem.ts";

export type SqlConsole = {
  /** Runs SQL (one or several statements) or a `\` line, and answers what is to be shown. Throws a Problem on a fault of it. */
  run(text: string): Promise<string>;
  close(): Promise<void>;
};

/** Opens a connection; as the product's own role unless `isOwner`, which sees and may change everything. */
export async function openSqlConsole(url: string, isOwner: boolean): Promise<SqlConsole> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "sms-den sql",
    ...(isOwner ? {} : { options: `-c role=${APP_ROLE}` }),
  });
  // A server that goes away is told by the next statement.
  client.on("error", () => undefined);
  await client.connect();
  let isTall = false;

  async function query(text: string, values: readonly string[] = []): Promise<SqlResult[]> {
    // As PostgreSQL writes them: amounts and times are not to pass through numbers of JavaScript.
    const types = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig;
    const shape = { text, rowMode: "array", types, ...(values.length > 0 ? { values: [...values] } : {}) };
    const answer = (await client.query(shape as pg.QueryArrayConfig)) as
      | pg.QueryArrayResult<(string | null)[]>
      | pg.QueryArrayResult<(string | null)[]>[];
    return [answer].flat().map(({ command, rowCount, fields, rows }) => ({
      command,
      rowCount,
      columns: fields.map(({ name }) => name),
      rows,
    }));
  }

  return {
    run: async (text) => {
      const help = readSqlHelp(text);
      if (help?.kind === "words") return help.text;
      if (help?.kind === "quit") return "";
      if (help?.kind === "tall") {
        isTall = !isTall;
        return isTall ? "Each row on lines of its own" : "Rows as a table";
      }
      try {
        const results = help ? await query(help.text, help.values) : await query(text);
        // A function's text is for reading, line by line.
        const isText = help !== null && results[0]?.columns[0] === "text";
        if (isText) return results[0]?.rows.map(([only]) => only).join("\n") || "There is no such function.";
        return results.map((result) => sqlResultText(result, isTall)).join("\n");
      } catch (error) {
        throw new Problem(faultText(error as pg.DatabaseError));
      }
    },
    close: () => client.end(),
  };
}

function faultText({ message, detail, hint, where }: pg.DatabaseError): string {
  const more = Object.entries({ detail, hint, where }).filter(([, words]) => words);
  return [`Fault: ${message}`, ...more.map(([name, words]) => `  ${name}: ${words}`)].join("\n");
}

/** Takes lines from a person until `\q` or the end of the input. */
export async function talkSql(sql: SqlConsole, input: Readable, output: Writable): Promise<void> {
  const isTerminal = (output as { isTTY?: boolean }).isTTY ?? false;
  const lines = createInterface({ input, output, terminal: isTerminal });
  const ask = (isBegun: boolean) => {
    if (!isTerminal) return;
    lines.setPrompt(isBegun ? "  -> " : "sql> ");
    lines.prompt();
  };
  let open = "";
  ask(false);
  for await (const line of lines) {
    const help = open === "" ? readSqlHelp(line) : null;
    if (help?.kind === "quit") break;
    open = help ? line : `${open}${line}\n`;
    if (open.trim() === "") open = "";
    if (help || /;\s*$/.test(open)) {
      const shown = await sql.run(open).catch((error: Error) => error.message);
      output.write(`${shown}\n`);
      open = "";
    }
    ask(open !== "");
  }
  lines.close();
}
