import type { Db } from "#lib/db/pool.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** How the driver hands over each PostgreSQL type (int8 as a number: lib/db/pool.ts). */
const TYPES: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  bpchar: "string",
  char: "string",
  citext: "string",
  date: "Date",
  float4: "number",
  float8: "number",
  inet: "string",
  int2: "number",
  int4: "number",
  int8: "number",
  interval: "PostgresInterval",
  json: "Json",
  jsonb: "Json",
  name: "string",
  // Arbitrary precision does not fit a number.
  numeric: "string",
  text: "string",
  timestamp: "Date",
  timestamptz: "Date",
  tsvector: "string",
  uuid: "string",
  varchar: "string",
};

type Column = {
  table_name: string;
  column_name: string;
  type_name: string;
  is_array: boolean;
  not_null: boolean;
};

const HEADER = `// Made by "npm run types:db" from the migrated database. Do not edit.

/** What a jsonb column holds. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** What the driver makes of an interval. */
export type PostgresInterval = {
  years?: number;
  months?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
};
`;

/** TypeScript for the rows of every table of the product, in one file, sorted, so that equal tables give equal text. */
export async function schemaTypes(db: Db): Promise<string> {
  const result = await db.query<Column>({
    text: `select t.relname as table_name, a.attname as column_name, a.attnotnull as not_null,
             coalesce(element.typname, base.typname, own.typname) as type_name, own.typcategory = 'A' as is_array
           from pg_class t
           join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
           join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
           join pg_type own on own.oid = a.atttypid
           left join pg_type element on own.typcategory = 'A' and element.oid = own.typelem
           left join pg_type base on own.typtype = 'd' and base.oid = own.typbasetype
           where t.relkind in ('r', 'p', 'v', 'm') and not t.relispartition and t.relname not in ('lib_migrations', 'lib_definitions')
           order by t.relname collate "C", a.attnum`,
    values: [],
  });
  const tables = Map.groupBy(result.rows, ({ table_name }) => table_name);
  return HEADER + [...tables].map(([table, columns]) => tableType(table, columns)).join("");
}

function tableType(table: string, columns: Column[]): string {
  const members = columns.map((column) => `  ${column.column_name}: ${columnType(column)};\n`).join("");
  return `\n/** A row of ${table}. */\nexport type ${typeName(table)} = {\n${members}};\n`;
}

function columnType({ table_name, column_name, type_name, is_array, not_null }: Column): string {
  const type = TYPES[type_name];
  if (!type) {
    throw new Problem(
      `${table_name}.${column_name} has the type ${type_name}, which lib/tooling/migrate/schema-types.ts does not know. Add it there.`,
    );
  }
  const element = is_array ? `${type}[]` : type;
  return not_null ? element : `${element} | null`;
}

/** ledger_transfers -> LedgerTransfersRow */
function typeName(table: string): string {
  return `${table.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Row`;
}
